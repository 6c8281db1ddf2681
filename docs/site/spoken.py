"""What MkDocs is told on the way: a page that is in English alone says so, wherever it is shown.

A screen reader chooses its voice by the language that a page says it is in.
"""

from typing import Any

#: Where the theme shows a page.
_ARTICLE = '<article class="md-content__inner md-typeset"'


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    """Return a page with the language of its text, where that is not the one of the site around
    it.
    """
    file = page.file
    if file.locale == file.locale_alternate_of:
        return output
    if output.count(_ARTICLE) != 1:
        raise ValueError(
            f"{file.src_uri}: the theme shows pages in another way now; its language cannot be said"
        )
    return output.replace(_ARTICLE, f'{_ARTICLE} lang="{file.locale}"')
