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
    wire.Review,
    wire.RecordText,
    wire.Checked,
    wire.Health,
    wire.Problem,
)


Path = dict[str, Any]


def openapi(version: str) -> dict[str, Any]:
    """The REST part, as OpenAPI 3.1."""
    types = [*REST_TYPES, wire.TableInfo, list[wire.EditionInfo]]
    _, schemas = msgspec.json.schema_components(types, ref_template=REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "skipbo",
            "version": version,
            "description": "Tables, seats and records. Games are played over the socket: "
            "/api/asyncapi.json.",
        },
        "paths": PATHS,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _refer(kind: str) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(name=kind)}


def _content(schema: dict[str, Any], media: str = "application/json") -> dict[str, Any]:
    return {"content": {media: {"schema": schema}}}


def _answers(status: str, told: str, content: dict[str, Any], *problems: int) -> dict[str, Any]:
    refused = {
        str(code): {"description": PROBLEMS[code], **_content(_refer("Problem"))}
        for code in (*problems, 403, 429)
    }
    return {status: {"description": told, **content}, **refused}


PROBLEMS = {
    400: "Not JSON, or not of this type.",
    401: "The token or the ticket is for no seat here.",
    403: "Another site's page, or an unknown host name.",
    404: "There is no such table.",
    405: "Not with this method.",
    409: "Not as things stand: a seat is taken, a game is not over.",
    413: "The request is too long.",
    422: "Understood, but not allowed; the message says what would be.",
    429: "Too much from one address.",
    503: "No room for more, or the server is closing.",
}
CODE_PARAMETER = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "A table's code, from its link",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"},
}
GAME_PARAMETER = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "The number of a game at this table, from 1",
    "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
}


def _get(told: str, content: dict[str, Any], *problems: int, parameters: Any = ()) -> Path:
    answers = _answers("200", told, content, *problems)
    return {"get": {"summary": told, "parameters": list(parameters), "responses": answers}}


def _post(
    told: str, body: str | None, content: dict[str, Any], *problems: int, **more: Any
) -> Path:
    status = more.pop("status", "201")
    request = {"requestBody": {"required": True, **_content(_refer(body))}} if body else {}
    answers = _answers(status, told, content, *problems)
    return {"post": {"summary": told, **request, "responses": answers, **more}}


PATHS: dict[str, Path] = {
    "/api/health": _get("How the server is", _content(_refer("Health"))),
    "/api/editions": _get(
        "Every edition and its options",
        _content({"type": "array", "items": _refer("EditionInfo")}),
    ),
    "/api/tables": _post(
        "Open a table and sit down at it",
        "OpenTable",
        _content(_refer("Seated")),
        *(400, 413, 422, 503),
    ),
    "/api/tables/{code}": _get(
        "A table as everybody sees it",
        _content(_refer("TableInfo")),
        404,
        parameters=[CODE_PARAMETER],
    ),
    "/api/tables/{code}/seats": _post(
        "Sit down, or move a seat here by a ticket",
        "TakeSeat",
        _content(_refer("Seated")),
        *(400, 401, 404, 409, 413, 422, 503),
        parameters=[CODE_PARAMETER],
    ),
    "/api/tables/{code}/tickets": _post(
        "Make a ticket that moves a seat to another device",
        None,
        _content(_refer("Ticket")),
        *(401, 404),
        parameters=[CODE_PARAMETER],
        security=[{"seat": []}],
    ),
    "/api/tables/{code}/games/{game}/record": _get(
        "The record of a game that is over",
        _content({"type": "string"}, "text/plain"),
        *(404, 409),
        parameters=[CODE_PARAMETER, GAME_PARAMETER],
    ),
    "/api/tables/{code}/games/{game}/replay": _get(
        "A game that is over, step by step",
        _content(_refer("Replay")),
        *(404, 409),
        parameters=[CODE_PARAMETER, GAME_PARAMETER],
    ),
    "/api/tables/{code}/games/{game}/review": _get(
        "How a game that is over stood, its costliest moves, luck and skill",
        _content(_refer("Review")),
        *(404, 409, 503),
        parameters=[CODE_PARAMETER, GAME_PARAMETER],
    ),
    "/api/replay": _post(
        "A record, step by step",
        "RecordText",
        _content(_refer("Replay")),
        *(400, 413, 422),
        status="200",
    ),
    "/api/review": _post(
        "The same of a record",
        "RecordText",
        _content(_refer("Review")),
        *(400, 409, 413, 422, 503),
        status="200",
    ),
    "/api/check": _post(
        "Whether a record's chance was fair",
        "RecordText",
        _content(_refer("Checked")),
        *(400, 413, 422),
        status="200",
    ),
}


def asyncapi(version: str) -> dict[str, Any]:
    """The socket, as AsyncAPI 3.0. A message's payload is one frame."""
    (said, heard), schemas = msgspec.json.schema_components(
        [wire.ServerFrame, wire.ClientFrame], ref_template=REFERENCE
    )
    messages = {
        name: {"name": name, "contentType": "application/json", "payload": schema}
        for name, schema in (("serverFrame", said), ("clientFrame", heard))
    }
    channel = "#/channels/socket"
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "skipbo",
            "version": version,
            "description": "The first frame is hello. What changes something carries an id and is "
            "sent again until it is answered by done or refused; sent twice, it is done once. "
            "After hello come welcome and state, then a state for everything that happens.",
        },
        "channels": {
            "socket": {
                "address": "/api/socket",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
            }
        },
        "operations": {
            "hear": {
                "action": "send",
                "channel": {"$ref": channel},
                "messages": [{"$ref": f"{channel}/messages/serverFrame"}],
            },
            "say": {
                "action": "receive",
                "channel": {"$ref": channel},
                "messages": [{"$ref": f"{channel}/messages/clientFrame"}],
            },
        },
        "components": {"messages": messages, "schemas": schemas},
    }


if __name__ == "__main__":
    json.dump(page_schema(), sys.stdout, indent=1, sort_keys=True)
    print()
