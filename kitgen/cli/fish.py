"""Completion for fish, with lists of words."""

from click.shell_completion import FishComplete


class FishListComplete(FishComplete):
    """click's completion for fish, whose script cuts each answer at its commas: ``labels,board``
    would come out as ``labels``, which does not begin as the list does.
    """

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split --max 1 ","'
    )
