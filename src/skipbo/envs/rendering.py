"""Showing a game to people who watch a learner: as text, as a picture, or in a window.

What shows it is loaded when it is first needed: pygame for the pictures, the terminal's own board
for the text.
"""

import io
import os
from collections.abc import Sequence
from typing import Any

from ..table.view import View

MODES = ("ansi", "human", "rgb_array")
FPS = 5  # moves in a second that people can follow
TEXT_WIDTH = 100


class Renderer:
    """Shows views in one of the modes; with None it shows nothing.

    ansi       the terminal's table as a text, in colours unless NO_COLOR is set
    rgb_array  a picture, as an array of height by width by 3
    human      the picture in a window, at most `FPS` times a second; if somebody closes it, the
               game goes on without
    """

    def __init__(self, mode: str | None, modes: Sequence[str] = MODES) -> None:
        if mode is not None and mode not in modes:
            known = ", ".join(modes)
            raise ValueError(f"render_mode must be {known} or None, not {mode!r}")
        self.mode = mode
        self._window: Window | None = None
        if mode in ("human", "rgb_array"):
            check_pygame()

    def show(self, view: View, bottom: int | None = None) -> Any:
        """The text or the picture; None if it is in a window. `bottom`: who sits there."""
        if self.mode == "ansi":
            return text(view)
        if self.mode == "rgb_array":
            from .picture import picture

            return picture(view, bottom=bottom)
        if self.mode == "human":
            self._window = self._window or Window()
            self._window.show(view, bottom)
        return None

    def close(self) -> None:
        """Close the window, if there is one. The next `show` opens it again."""
        if self._window is not None:
            self._window.close()
            self._window = None


def renderer(mode: str | None, modes: Sequence[str] = MODES) -> Renderer:
    """For frameworks: should pygame be missing, the error that Gymnasium has for that."""
    try:
        return Renderer(mode, modes)
    except ImportError as error:
        from gymnasium.error import DependencyNotInstalled

        raise DependencyNotInstalled(str(error)) from None


def check_pygame() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would greet on standard output
    try:
        import pygame  # noqa: F401
    except ImportError:
        told = "pictures of a game need pygame: pip install 'skipbo[envs]'"
        raise ImportError(told, name="pygame") from None


def text(view: View) -> str:
    """The table as `skipbo play` shows it."""
    from rich.console import Console

    from ..terminal.screen import show_table

    file = io.StringIO()
    console = Console(
        file=file,
        width=TEXT_WIDTH,
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    names = [f"player_{seat}" for seat in range(view.rules.players)]
    show_table(console, view, names, "" if view.seat is None else names[view.seat])
    return file.getvalue().strip("\n")


class Window:
    """A window with the picture in it."""

    def __init__(self) -> None:
        import pygame

        from .picture import SIZE

        pygame.display.init()
        pygame.display.set_caption("skipbo")
        self._screen: pygame.Surface | None = pygame.display.set_mode(SIZE)
        self._clock = pygame.time.Clock()

    def show(self, view: View, bottom: int | None) -> None:
        import pygame

        from .picture import painted

        if self._screen is None:
            return
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        self._screen.blit(painted(view, bottom=bottom), (0, 0))
        pygame.display.flip()
        self._clock.tick(FPS)

    def close(self) -> None:
        """Only the window: others in this program may have sound or fonts open."""
        import pygame

        if self._screen is not None:
            self._screen = None
            pygame.display.quit()
