#!/bin/sh
# Prints the path of a Chromium for the browser tests: the machine's own, else Playwright's, else Debian's package.
set -eu
python=$1
find_own() {
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return 0
  done
  return 1
}
find_playwrights() {
  "$python" - <<'PYTHON'
import pathlib, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
print(path)
sys.exit(not pathlib.Path(path).exists())
PYTHON
}
find_own && exit
find_playwrights && exit
echo "There is no Chromium yet: trying Playwright's own" >&2
"$python" -m playwright install chromium >&2 && find_playwrights && exit
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Playwright's cannot be had: installing Debian's package chromium" >&2
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1
  find_own && exit
fi
echo "The browser tests need Chromium. Install it (on Debian: apt install chromium), then run make test again." >&2
exit 1
