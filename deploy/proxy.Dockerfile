# The way in, without root. The program of the image may bind low ports by a capability of its
# file, and does not even start where that is withheld; a plain copy of it does.
FROM caddy:2
# The volume begins as a copy of the folder, and belongs to the same account.
RUN cp /usr/bin/caddy /usr/local/bin/caddy \
    && mkdir /certificates && chown 10002:10002 /certificates
USER 10002:10002
CMD ["/usr/local/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
