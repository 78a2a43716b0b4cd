"""What the server says of itself is true: OpenAPI for its requests, AsyncAPI for its socket."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from tests.serving import HERE, app_at, asking, listening, opened

from skipbo.server.app import make_app
from skipbo.server.describe import PATHS, asyncapi, openapi
from skipbo.server.guard import Doors, Limits
from skipbo.server.sqlite import SqliteStore

OPENAPI, ASYNCAPI = openapi("1"), asyncapi("1")
NO_LIMIT = (10**9, 1.0)
GENEROUS = Limits(
    frames=NO_LIMIT, requests=NO_LIMIT, tables=NO_LIMIT, seats=NO_LIMIT, records=NO_LIMIT
)
OF_THEMSELVES = {"/api/openapi.json", "/api/asyncapi.json"}
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with asking(tmp_path / "tables.db") as client:
        yield client


# --- The documents


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inside in part.values():
            yield from references(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from references(inside)


def found(document: Any, reference: str) -> Any:
    for name in reference.removeprefix("#/").split("/"):
        document = document[name]
    return document


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_a_document_is_json_and_its_references_lead_somewhere(document: Any) -> None:
    document = json.loads(json.dumps(document))
    assert all(found(document, reference) for reference in references(document))


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_every_schema_is_a_schema(document: Any) -> None:
    for schema in document["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": DRAFT, **schema})


DRAFT = "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_nothing_is_described_that_does_not_travel(document: Any) -> None:
    used = {reference.split("/")[-1] for reference in references(document)}
    assert set(document["components"]["schemas"]) <= used


def test_openapi_says_what_it_must() -> None:
    assert OPENAPI["openapi"].startswith("3.1.")
    assert {"title", "version"} <= set(OPENAPI["info"])
    for path, item in PATHS.items():
        for operation in item.values():
            named = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"}
            assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}
            assert all(answer["description"] for answer in operation["responses"].values())
            assert any(status.startswith("2") for status in operation["responses"])


def test_asyncapi_says_what_it_must() -> None:
    assert ASYNCAPI["asyncapi"].startswith("3.0.")
    assert {"title", "version"} <= set(ASYNCAPI["info"])
    assert ASYNCAPI["channels"]["socket"]["address"] == "/api/socket"
    for operation in ASYNCAPI["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert found(ASYNCAPI, operation["channel"]["$ref"])


def test_every_address_is_described_and_no_other(tmp_path: Path) -> None:
    app = app_at(tmp_path / "tables.db")
    routes: Any = [route for route in app.routes if getattr(route, "methods", None)]
    served = {
        (route.path, method.lower())
        for route in routes
        for method in route.methods - {"HEAD"}
        if route.path.startswith("/api/")
    }
    described = {(path, method) for path, item in PATHS.items() for method in item}
    assert served == described | {(path, "get") for path in OF_THEMSELVES}


def test_the_documents_are_served(client: TestClient) -> None:
    assert client.get("/api/openapi.json").json()["paths"] == json.loads(json.dumps(PATHS))
    assert client.get("/api/asyncapi.json").json()["channels"]


# --- What is said


def validator(document: Any, schema: Any) -> Any:
    whole = {"$schema": DRAFT, **schema, "components": document["components"]}
    return jsonschema_rs.validator_for(whole)


def test_every_frame_and_answer_of_a_whole_game_is_as_described(client: TestClient) -> None:
    said = validator(ASYNCAPI, ASYNCAPI["components"]["messages"]["serverFrame"]["payload"])
    lesson = opened(client, lesson=True, name="Learner")
    frames = lesson_played(client, lesson)
    assert {frame["type"] for frame in frames} == {"welcome", "table", "state", "done", "refused"}
    for frame in frames:
        said.validate(frame)
    game = f"/api/tables/{lesson['code']}/games/1"
    record = {"record": client.get(f"{game}/record").text}
    described = {
        "Replay": [
            client.get(f"{game}/replay"),
            client.post("/api/replay", json=record),
        ],
        "Review": [
            client.get(f"{game}/review"),
            client.post("/api/review", json=record),
        ],
        "Checked": [client.post("/api/check", json=record)],
        "TableInfo": [client.get(f"/api/tables/{lesson['code']}")],
    }
    for name, answers in described.items():
        for answer in answers:
            assert answer.status_code == 200
            validator(OPENAPI, {"$ref": f"#/components/schemas/{name}"}).validate(answer.json())


def lesson_played(client: TestClient, lesson: Any) -> list[Any]:
    """Every frame of a lesson: the learner plays what is to be played, and once what is not."""
    frames: list[Any] = []
    with client.websocket_connect(HERE) as socket:
        socket.send_json({"type": "hello", "table": lesson["code"], "token": lesson["token"]})
        settings = {"pace": "instant"}
        socket.send_json({"type": "configure", "id": "pace", "settings": settings})
        socket.send_json({"type": "play", "id": "wrong", "after": 0, "move": "h12>b4"})
        while not frames or frames[-1].get("lesson") != "finished":
            frames.append(frame := socket.receive_json())
            if frame["type"] == "state" and frame["legal"]:
                play = {"after": frame["seq"], "move": frame["legal"][0]}
                socket.send_json({"type": "play", "id": f"after{frame['seq']}", **play})
    return frames


# --- What is answered


class Application:
    """The server in this process, once there is one: operations are known before it starts."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    def start(self, path: Path) -> None:
        doors = Doors(["testserver"])
        self.app = make_app(SqliteStore(path), doors=doors, limits=GENEROUS, workers=1)


application = Application()
schema = schemathesis.openapi.from_dict(OPENAPI)
schema.app = application


@pytest.fixture
def table(tmp_path: Path) -> Any:
    """A table with a game, and its host's token. The server ends with the test."""
    application.start(tmp_path / "tables.db")
    return schema["/api/tables"]["POST"].Case(body={"start": True}).call().json()


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_is_answered_as_described(case: Case[Any], table: Any) -> None:
    case.call_and_validate(checks=CHECKS)
    if case.path_parameters:  # the same of a table that is there
        case.path_parameters = {**case.path_parameters, "code": table["code"]}
        token = {"authorization": f"Bearer {table['token']}"}
        case.call_and_validate(headers=token, checks=CHECKS)


# --- The example in docs/api.md


def test_the_documents_example_plays_a_game(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs/api.md").read_text()
    example = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert example
    source = example[1].replace("time.sleep(0.2)", "time.sleep(0)")
    with listening(tmp_path / "tables.db", GENEROUS) as address:
        command = [sys.executable, "-c", source, address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"won by \[[01]?\]\n", done.stdout)
