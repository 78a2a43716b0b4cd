"""The page: the files that Vite made, and its one document at every address that it knows."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

BUILT = Path(__file__).parent / "page"
NOT_BUILT = (
    "The page was not built into this installation. In a checkout: make page (or make play).\n"
    "To install it elsewhere: make wheel, then pip install dist/skipbo-*.whl\n"
)
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # a file's name has its hash
ALWAYS_ASK = {"cache-control": "no-cache"}
ADDRESSES = ("/", "/t/{code}", "/w/{code}", "/replay", "/replay/{code}", "/rules", "/rules/{code}")


def page_routes(folder: Path | None = None) -> list[Route]:
    """Routes for a built page."""
    folder = folder or BUILT
    page = folder / "index.html"

    async def document(request: Request) -> Response:
        if not page.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        return FileResponse(page, headers=ALWAYS_ASK)

    async def lost(request: Request) -> Response:
        """An address that means nothing: a person gets the first page, a program is told."""
        if "text/html" not in request.headers.get("accept", "") or not page.is_file():
            raise HTTPException(404, "there is nothing here")
        return FileResponse(page, 404, headers=ALWAYS_ASK)

    async def asset(request: Request) -> Response:
        return _file(folder / "assets", request.path_params["name"], FOREVER)

    async def icon(request: Request) -> Response:
        return _file(folder, "icon.svg", ALWAYS_ASK)

    return [
        *(Route(address, document) for address in ADDRESSES),
        Route("/assets/{name}", asset),
        Route("/icon.svg", icon),
        Route("/favicon.ico", icon),
        Route("/{path:path}", lost),
    ]


def _file(folder: Path, name: str, headers: dict[str, str]) -> Response:
    if name not in {path.name for path in folder.glob("*") if path.is_file()}:
        raise HTTPException(404, "there is no such file")
    return FileResponse(folder / name, headers=headers)
