"""Pictures that several parts show: the machine on its table, a turn of a game."""
