"""A rule set's options: what may be chosen, and one choice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Value = str | int


class OptionError(ValueError):
    """An option that does not exist, or a value that it cannot take."""

    def __init__(self, option: str, value: object, allowed: str) -> None:
        super().__init__(f"{option} cannot be {value!r}" if allowed else f"no option {option!r}")
        self.option = option
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with listed values; the first is the default."""

    id: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]

    def read(self, value: object) -> Value:
        """The listed value meant by a word, a number or a truth value; ``OptionError`` otherwise."""
        words = {True: ("on", "yes"), False: ("off", "no")}
        for candidate in self.values:
            if isinstance(value, bool):
                if candidate in words[value]:
                    return candidate
            elif str(candidate) == str(value):
                return candidate
        raise OptionError(self.id, value, ", ".join(str(each) for each in self.values))


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number within bounds."""

    id: str
    default: int
    low: int
    high: int

    def read(self, value: object) -> Value:
        """The number meant; ``OptionError`` where it is none or out of bounds."""
        try:
            number = int(str(value))
        except ValueError:
            number = self.low - 1
        if isinstance(value, bool) or not self.low <= number <= self.high:
            raise OptionError(self.id, value, f"{self.low}–{self.high}")
        return number


OptionSpec = Choice | Number


class Options(Mapping[str, Value]):
    """One choice of every option of a rule set; hashable, so that tables of patterns can be kept by it."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)
        self._hash = hash(tuple(sorted(self._values.items(), key=lambda item: item[0])))

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def number(self, key: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[key])


def choose(specs: tuple[OptionSpec, ...], chosen: Mapping[str, object]) -> Options:
    """The options with these values and the defaults for the rest; ``OptionError`` names what is wrong."""
    known = {spec.id: spec for spec in specs}
    for name in chosen:
        if name not in known:
            raise OptionError(name, chosen[name], "")
    return Options({spec.id: spec.read(chosen[spec.id]) if spec.id in chosen else spec.default for spec in specs})
