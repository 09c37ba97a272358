"""What pip installs can serve: the source package holds the browser's pages, and so does a wheel made of it."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Iterator

import httpx
import pytest
from packaging.requirements import Requirement
from table_clients import ANSWER_TIME, START_TIME, STOP_TIME

from petteia.games import NAMES
from petteia.server.serving import no_pages

ROOT = pathlib.Path(__file__).parent.parent.parent
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "-q")


def run(*command: str | pathlib.Path, cwd: pathlib.Path) -> None:
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def environment(**more: str) -> dict[str, str]:
    """That of somebody who knows nothing of this checkout. (No compiling: pages and words need none.)"""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PETTEIA", "VIRTUAL"))}
    return {**plain, "PYTHONUNBUFFERED": "1", "NUMBA_DISABLE_JIT": "1", **more}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The source package."""
    assert (ROOT / "petteia/server/client/index.html").is_file(), "run `make client`, then the tests again"
    folder = tmp_path_factory.mktemp("source")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (made,) = folder.glob("petteia-*.tar.gz")
    return made


@pytest.fixture(scope="module")
def installed(source: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An environment with petteia[server] as pip makes it from the source package, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    wheels = ("wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder, source)
    run(sys.executable, *PIP, *wheels, cwd=folder)
    (wheel,) = folder.glob("petteia-*.whl")
    venv.create(folder / "venv", symlinks=True)
    run(
        sys.executable,
        *PIP,
        "--python",
        folder / "venv/bin/python",
        "install",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=folder,
    )
    (package,) = (folder / "venv").rglob("petteia/__init__.py")
    lend_dependencies(package.parent.parent)
    return folder / "venv"


def lend_dependencies(site: pathlib.Path) -> None:
    """What pip would fetch for petteia[server], and no more, out of the environment of the tests."""
    (petteia,) = importlib.metadata.distributions(name="petteia", path=[str(site)])
    wanted = [(Requirement(line), "server") for line in petteia.requires or []]
    lent = {"petteia"}
    while wanted:
        requirement, extra = wanted.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        distribution = importlib.metadata.distribution(requirement.name)
        for more in {"", *requirement.extras}:
            if f"{requirement.name}[{more}]" not in lent:
                lent.add(f"{requirement.name}[{more}]")
                wanted += [(Requirement(line), more) for line in distribution.requires or []]
        for top in {file.parts[0] for file in distribution.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            if not (site / top).exists():
                (site / top).symlink_to(distribution.locate_file(top))  # type: ignore[arg-type]


@contextlib.contextmanager
def serving(installed: pathlib.Path, folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    """`petteia serve` of the environment, in an empty folder: its address, and what it said before."""
    with open(folder / "said.txt", "wb") as out:
        process = subprocess.Popen(
            [installed / "bin/petteia", "serve", "--no-open", "--port", "0"],
            cwd=folder,
            env=environment(PETTEIA_DATA_DIR=str(folder / "data"), PETTEIA_CACHE_DIR=str(folder / "cache")),
            stdout=out,
            stderr=out,
        )
    try:
        until = time.monotonic() + START_TIME
        while True:
            said = (folder / "said.txt").read_text(encoding="utf-8")
            assert process.poll() is None, said
            assert time.monotonic() < until, said
            if found := re.search(r"(http://\S+:\d+)/", said):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"{found[1]}/api/health", timeout=ANSWER_TIME, trust_env=False)
                    break
            time.sleep(0.03)
        yield found[1], said
    finally:
        process.terminate()
        process.wait(STOP_TIME)


def test_the_source_package_is_whole_and_tidy(source: pathlib.Path) -> None:
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    built = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "petteia/server/client").rglob("*") if path.is_file()
    }
    assert "petteia/server/client/index.html" in built
    assert built <= inside
    assert {"pyproject.toml", "Makefile", "web/package.json", "tests/conftest.py", "LICENSE"} <= inside
    assert not [
        name for name in inside if re.search(r"node_modules|\.venv|__pycache__|\.db$|schema\.(json|d\.ts)", name)
    ]


def test_what_pip_installs_serves_its_pages(installed: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with serving(installed, tmp_path) as (address, said):
        assert "pages" not in said
        with httpx.Client(base_url=address, timeout=ANSWER_TIME, trust_env=False) as http:
            lobby = http.get("/")
            assert lobby.status_code == 200
            assert lobby.headers["content-type"].startswith("text/html")
            assets = re.findall(r'(?:src|href)="(/[^"]+)"', lobby.text)
            assert any(asset.startswith("/assets/") and asset.endswith(".js") for asset in assets)
            for asset in assets:
                answer = http.get(asset)
                assert answer.status_code == 200, asset
                assert answer.content, asset
                assert not answer.headers["content-type"].startswith("text/html"), asset
            assert [game["name"] for game in http.get("/api/games?lang=it").json()] == list(NAMES)


def test_it_is_the_installed_one(installed: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Nothing of the checkout, and nothing that only the checks need, is in reach of the environment."""
    asked = "import json, sys, importlib.util as u, petteia; print(json.dumps([petteia.__file__, sys.path,"
    asked += " [name for name in ('pytest', 'hatchling', 'playwright') if u.find_spec(name)]]))"
    command = [installed / "bin/python", "-c", asked]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=True)
    file, path, found = json.loads(done.stdout)
    assert pathlib.Path(file).is_relative_to(installed)
    assert str(ROOT) not in path
    assert found == []


def test_an_installation_without_pages_is_not_told_to_make_them(
    installed: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    (client,) = installed.rglob("petteia/server/client")
    shutil.move(client, tmp_path / "client")
    try:
        with serving(installed, tmp_path) as (address, said):
            assert "make" not in said
            assert "pip install --force-reinstall 'petteia[server]'" in said
            assert httpx.get(f"{address}/api/health", timeout=ANSWER_TIME, trust_env=False).status_code == 200
    finally:
        shutil.move(tmp_path / "client", client)


def test_a_checkout_without_pages_is_told_how_to_build_them() -> None:
    words = no_pages(ROOT / "petteia")
    assert f"run 'make client' in {ROOT}" in words
    assert "pip" not in words
