"""The log: sentences for people who look on (`text`), or one line of JSON for each event (`json`), for programs that
gather logs. Neither has addresses, names, cookies or names of tables in it."""

from __future__ import annotations

import datetime
import logging
from typing import Any

import orjson

KINDS = ("text", "json")


class JsonLines(logging.Formatter):
    """An event as one line of JSON. What belongs to it stands in `fields` of the record."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        said: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(said, default=str).decode()


def configuration(kind: str) -> dict[str, Any]:
    """As `logging.config.dictConfig` takes it. Uvicorn tells of connections with their addresses on its level of
    information, so that is left out either way."""
    json = kind == "json"
    formatter = {"()": "petteia.server.logs.JsonLines"} if json else {"format": "%(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "loggers": {
            "petteia": {"handlers": ["out"], "level": "INFO" if json else "WARNING", "propagate": False},
            "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        },
    }
