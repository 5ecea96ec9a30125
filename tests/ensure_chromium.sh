#!/bin/sh
# The browser tests drive the system's Chromium. Find it, install it where we may, or
# say what to do; the tests never run without it in silence.
set -eu

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Chromium for the browser tests (once)..."
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
  exit 0
fi

cat >&2 <<'END'
The browser tests need Chromium, and none was found.
  On Debian:  sudo apt-get install chromium
  Elsewhere:  install Chromium or Chrome, and set CHROMIUM=/path/to/it if it is not found.
END
exit 1
