"""Writes the OpenAPI schema to a file, for whoever makes types from it: python -m petteia.server.openapi schema.json"""

from __future__ import annotations

import json
import pathlib
import sys

from petteia.server.app import create_app
from petteia.server.settings import Settings


def main(path: str) -> None:
    schema = create_app(Settings()).openapi()
    pathlib.Path(path).write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
