# The production image: the whole site, or the parts of it that its command names.

FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
COPY requirements/base.txt /tmp/base.txt
RUN /opt/venv/bin/pip install -r /tmp/base.txt

FROM python:3.13-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.prod \
    CHANCELLERY_VAR=/tmp/chancellery
RUN useradd --system --uid 10001 --no-create-home chancellery
COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY manage.py pyproject.toml ./
COPY config config
COPY core core
COPY rules rules
COPY verifier verifier
COPY campaigns campaigns
COPY accounts accounts
COPY frontend frontend
COPY deploy/healthcheck.py deploy/healthcheck.py

# The settings insist on an environment; making fonts, compiling translations and collecting static files
# use none of it, so these values are made up here and forgotten with the layer's shell.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    SEAL_KEYS="$(python -c 'import base64, secrets; print(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())')" \
    ALLOWED_HOSTS=build DATABASE_URL=postgres://build/build REDIS_URL=redis://build/0 \
    sh -c "python manage.py fonts && python manage.py translations \
      && python manage.py collectstatic --no-input --verbosity 0"

# Shown with the version: docker compose build --build-arg COMMIT="$(git rev-parse HEAD)"
ARG COMMIT=
ENV CHANCELLERY_COMMIT=$COMMIT

USER chancellery
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "deploy/healthcheck.py"]
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000", "--patience", "20"]
