"""Elements of a page. Whatever stands in them is text: nothing that somebody has written becomes a part of the page."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element as Element  # noqa: PLC0414 - offered from here
from xml.etree.ElementTree import tostring

#: What may stand in an element: texts and elements; None stands for nothing.
Child = Element | str | None


def tag(kind: str, /, *children: Child | Iterable[Child], **attributes: str | bool | None) -> Element:
    """Return an element.

    Args:
        kind: what it is.
        children: what stands in it.
        attributes: by name, ``_`` for ``-`` and at the end of words that Python has; True stands for one without a
            value, False and None for none.

    >>> html(tag("p", "a < b ", tag("b", "c"), class_="x", hidden=False))
    '<p class="x">a &lt; b <b>c</b></p>'
    """
    element = Element(kind)
    for key, value in attributes.items():
        if value is not None and value is not False:
            element.set(key.rstrip("_").replace("_", "-"), key if value is True else value)
    for child in children:
        add(element, child)
    return element


def add(element: Element, child: Child | Iterable[Child]) -> None:
    """Add something at the end of an element."""
    if child is None:
        return
    if isinstance(child, Element):
        element.append(child)
    elif isinstance(child, str):
        if len(element):
            element[-1].tail = (element[-1].tail or "") + child
        else:
            element.text = (element.text or "") + child
    else:
        for one in child:
            add(element, one)


def html(element: Element) -> str:
    """Return an element as text."""
    return tostring(element, encoding="unicode", method="html")
