"""A cache of the latest answers in memory, and the rate limits of clients."""

from collections import OrderedDict
from collections.abc import Callable

from kitgen.serve.bounds import A_SECOND, AT_ONCE, CLIENTS, KEPT


class Kept:
    """A cache of at most so many bytes of answers, by the hash of their questions.

    >>> kept = Kept(most=10)
    >>> kept.keep("a", b"12345"), kept.keep("b", b"1234"), kept.get("a"), kept.keep("c", b"12")
    (None, None, b'12345', None)
    >>> [kept.get(key) for key in "abc"], kept.size
    ([b'12345', None, b'12'], 7)
    """

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: str) -> bytes | None:
        """Return a cached answer, or None."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def keep(self, key: str, answer: bytes) -> None:
        """Cache an answer; those unused for longest make room."""
        self.size += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self.size > self._most:
            self.size -= len(self._answers.popitem(last=False)[1])


class Allowances:
    """How much each client may ask at once, and more each second; the clock returns seconds.

    >>> allowances = Allowances(lambda: 0.0, at_once=2, a_second=1)
    >>> [allowances.take("one", 1) for _ in range(4)], allowances.take("other", 1)
    ([0.0, 0.0, 1.0, 1.0], 0.0)
    """

    def __init__(self, clock: Callable[[], float], at_once: float = AT_ONCE, a_second: float = A_SECOND) -> None:
        self._clock, self._at_once, self._a_second = clock, at_once, a_second
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()  # allowance at a time

    def take(self, client: str, cost: float) -> float:
        """Take some of a client's allowance; return 0, or after how many seconds it may ask again."""
        now = self._clock()
        allowance, before = self._clients.pop(client, (self._at_once, now))
        allowance = min(self._at_once, allowance + (now - before) * self._a_second)
        wait = max(0.0, (cost - allowance) / self._a_second)
        self._clients[client] = allowance if wait else allowance - cost, now
        if len(self._clients) > CLIENTS:
            self._clients.popitem(last=False)
        return wait
