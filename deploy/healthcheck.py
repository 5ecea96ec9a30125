"""Ask the web server of this container whether it is well; exits 1 if it is not."""

import os
import sys
import urllib.request

host = os.environ["ALLOWED_HOSTS"].split(",")[0].strip().lstrip(".")
port = os.environ.get("PORT", "8000")
question = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
try:
    with urllib.request.urlopen(question, timeout=4) as answer:
        sys.exit(answer.status != 200)
except OSError as error:
    sys.exit(f"not well: {error}")
