"""Exceptions: one class for each kind of error, with the caret and the line of help in the text.

Examples
--------
>>> import crossedge
>>> try:
...     crossedge.Topology("torus(5,)")
... except crossedge.errors.Error as error:
...     print(type(error).__name__)
ExpressionError
"""

from __future__ import annotations

__all__ = [
    "Error",
    "ExpressionError",
    "InputError",
    "InternalError",
    "LimitError",
    "NothingError",
    "RefutedError",
    "StoppedError",
    "UsageError",
]


class Error(Exception):
    """What a question can end with instead of an answer.

    Attributes
    ----------
    message : str
        What is wrong, in one line.
    help : str or None
        What to do about it.
    expression : str or None
        The text that the error points into.
    span : tuple of int or None
        Where it points to, in bytes of that text.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("rnig(5)")
    ... except crossedge.Error as error:
    ...     print(error.message, "|", error.help, "|", error.span)
    unknown construction 'rnig' | did you mean 'ring'? | (0, 4)
    """

    def __init__(
        self,
        text: str,
        message: str | None = None,
        help: str | None = None,
        place: tuple[str, int, int] | None = None,
    ) -> None:
        super().__init__(text)
        self.message: str = text if message is None else message
        self.help: str | None = help
        self.expression: str | None = None if place is None else place[0]
        self.span: tuple[int, int] | None = None if place is None else (place[1], place[2])


class ExpressionError(Error, ValueError):
    """The expression or an address is wrong.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("ring(2")
    ... except crossedge.ExpressionError as error:
    ...     print(error.expression)
    ring(2
    """


class UsageError(Error, ValueError):
    """Another argument is wrong.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("ring(5)").distance(0, 5)
    ... except crossedge.UsageError as error:
    ...     print(error.help)
    ids run from 0 to 4
    """


class NothingError(Error, LookupError):
    """What was asked for does not exist, or was not found.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("mesh(3,3)").ring_order()
    ... except crossedge.NothingError:
    ...     print("no ring")
    no ring
    """


class LimitError(Error):
    """A limit of size; the help names a size that works.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("hypercube(100)").distance(0, 1)
    ... except crossedge.LimitError as error:
    ...     print("hypercube(63)" in error.help)
    True
    """


class RefutedError(Error):
    """A judge refuses what was asked for.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.RefutedError, crossedge.Error)
    True
    """


class InputError(Error, OSError):
    """A file could not be read.

    Examples
    --------
    >>> import crossedge
    >>> try:
    ...     crossedge.Topology("missing.graphml")
    ... except crossedge.InputError:
    ...     print("no such file")
    no such file
    """


class InternalError(Error, RuntimeError):
    """Parts of the library contradict each other, and nothing that was found is told.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.InternalError, RuntimeError)
    True
    """


class StoppedError(Error):
    """The work was stopped; an interruption from the keyboard is a `KeyboardInterrupt`.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.StoppedError, crossedge.Error)
    True
    """
