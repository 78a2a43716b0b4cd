"""The wire in the words of OpenAPI, AsyncAPI and JSON Schema, all made from `wire`.

`python -m skipbo.server.describe` writes what the page's TypeScript types are made from.
"""

import json
import sys
from typing import Any

import msgspec

from . import wire

REFERENCE = "#/components/schemas/{name}"


def page_schema() -> dict[str, Any]:
    """Every type, for the page's TypeScript."""
    types = [*UNIONS.values(), *REST_TYPES]
    schemas, found = msgspec.json.schema_components(types, ref_template="#/definitions/{name}")
    named = dict(zip(UNIONS, schemas, strict=False))
    return {"title": "Wire", "type": "object", "definitions": {**found, **named}}


UNIONS = {
    "ServerFrame": wire.ServerFrame,
    "ClientFrame": wire.ClientFrame,
    "Happened": wire.Happened,
    "Board": wire.Board,
    "Phrase": wire.Phrase,
    "Level": wire.Level,
    "Pace": wire.Pace,
    "Refusal": wire.Refusal,
}
REST_TYPES = (
    wire.OpenTable,
    wire.TakeSeat,
    wire.Seated,
    wire.Ticket,
    wire.EditionInfo,
    wire.Replay,
    wire.RecordText,
    wire.Checked,
    wire.Health,
    wire.Problem,
)


if __name__ == "__main__":
    json.dump(page_schema(), sys.stdout, indent=1, sort_keys=True)
    print()
