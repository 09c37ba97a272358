"""How much the database holds, and making it smaller."""

from __future__ import annotations

from typing import Any

from petteia.server import models
from petteia.server.admin.deeds import Actor, deed
from petteia.server.tables.hall import Hall

MOST_HOLDERS = 20


async def described(hall: Hall) -> dict[str, Any]:
    """A `models.Storage`."""
    overview = hall.store.overview
    return {
        "bytes": await overview.size(),
        "kinds": await overview.kinds(),
        "people": await overview.holders(MOST_HOLDERS),
    }


async def act(hall: Hall, actor: Actor, wish: models.StorageDeed) -> dict[str, Any]:
    """A `models.Freed`."""
    overview = hall.store.overview
    before, boxes = await overview.size(), 0
    async with deed(hall, actor, wish.do, "", wish.why):
        if wish.do == "drop_boxes":
            boxes = await overview.drop_unused_boxes()
        else:
            await overview.vacuum()
    return {"boxes": boxes, "before": before, "after": await overview.size()}
