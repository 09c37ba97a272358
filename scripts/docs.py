"""Gathers the pages of the documentation's site from where they stand in the repository: python scripts/docs.py

Pages link to each other as files of the repository; here the links are turned to where those files are in the site. A
link to a file that is no page of it ends this with a sentence: what a page links to belongs into the site.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
OUT = ROOT / "build" / "docs" / "pages"
FONTS = ROOT / "web" / "node_modules" / "@fontsource"
GAMES = ROOT / "petteia" / "games"

ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "LICENSE": "licence.md",
    "bench/README.md": "figures.md",
    "web/public/favicon.svg": "look/favicon.svg",
}
WEIGHTS = (  # those of look/petteia.css
    "cinzel/files/cinzel-latin-600-normal.woff2",
    "source-sans-3/files/source-sans-3-latin-400-normal.woff2",
    "source-sans-3/files/source-sans-3-latin-400-italic.woff2",
    "source-sans-3/files/source-sans-3-latin-600-normal.woff2",
)
LANGUAGES = {"": "English", ".de": "Deutsch", ".it": "Italiano"}

_LINK = re.compile(r"\]\(([^)#\s]+)")
_CLAUSE = re.compile(r"^\*\*§(\d+\.\d+)\*\*", re.MULTILINE)


def site_paths() -> dict[pathlib.Path, str]:
    """All files of the site, with their paths in it."""
    found = {ROOT / name: in_site for name, in_site in ELSEWHERE.items()}
    for path in sorted(DOCS.rglob("*")):
        if path.is_file() and path.suffix != ".py":
            found[path] = path.relative_to(DOCS).as_posix()
    for path in sorted(GAMES.glob("*/rulebook*.md")):
        found[path] = f"rules/{path.parent.name}{path.name.removeprefix('rulebook')}"
    return found


def page(path: pathlib.Path, site: dict[pathlib.Path, str]) -> str:
    """The text of a page as it stands in the site."""
    text = path.read_text(encoding="utf-8")
    if path.name == "LICENSE":
        return f"# Licence\n\n{text}"
    if path.is_relative_to(GAMES):
        text = rulebook(path, text)
    folder = os.path.dirname(site[path]) or "."

    def turned(link: re.Match[str]) -> str:
        target = link[1]
        if re.match(r"[a-z]+:", target):
            return link[0]
        in_site = site.get(pathlib.Path(os.path.normpath(path.parent / target)))
        if in_site is None:
            sys.exit(f"{path.relative_to(ROOT)} links to {target}, which is no page of the site (scripts/docs.py)")
        return f"]({os.path.relpath(in_site, folder)}"

    return _LINK.sub(turned, text)


def rulebook(path: pathlib.Path, text: str) -> str:
    """A rulebook with a line for each source, an anchor for each clause (#s4.9), and its translations on top."""
    title, rest = text.split("\n", 1)
    links = [
        words if path.name == f"rulebook{lang}.md" else f"[{words}](rulebook{lang}.md)"
        for lang, words in LANGUAGES.items()
    ]
    rest = _CLAUSE.sub(r"**§\1**{ #s\1 }", rest).replace("\n*Source: ", "  \n*Source: ")
    return f"{title}\n\n{' · '.join(links)}\n{rest}"


def main() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    site = site_paths()
    for path, in_site in site.items():
        target = OUT / in_site
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".md":
            target.write_text(page(path, site), encoding="utf-8")
        else:
            shutil.copyfile(path, target)
    for name in WEIGHTS:
        shutil.copyfile(FONTS / name, OUT / "look" / pathlib.Path(name).name)


if __name__ == "__main__":
    main()
