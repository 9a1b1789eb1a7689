/** Terms in the form stored in variables and messages. */
import { equality } from './operations.ts';
import { elementsOf } from './sets.ts';
import { numberOf, type FiniteShape } from './shapes.ts';
import {
  all,
  any,
  bool,
  conditionOf,
  durationIn,
  entityTerm,
  isNo,
  isKnownTrue,
  known,
  negation,
  numberIn,
  type Term,
  wordAmong,
  wordsOf,
  yes,
} from './terms.ts';
import { NotCovered } from './uncovered.ts';

/** The stored form: the number that represents the value, and the condition under which it is of that shape. */
export interface Stored {
  readonly text: string;
  readonly fits: Term;
}

/** Returns the stored form of a value. Throws `NotCovered` for a value of another kind. */
export function storedAs(term: Term, shape: FiniteShape): Stored {
  switch (shape.kind) {
    case 'bool':
      return { text: term.kind === 'known' ? String(numberOf(term.value, shape)) : conditionOf(term), fits: yes };
    case 'number':
    case 'duration': {
      const { text, low, high } = shape.kind === 'number' ? numberIn(term) : durationIn(term);
      return {
        text,
        fits: all(
          low >= shape.low ? yes : bool(`${text} >= ${shape.low}`),
          high <= shape.high ? yes : bool(`${text} <= ${shape.high}`),
        ),
      };
    }
    case 'word': {
      const text = wordAmong(term, shape.words);
      const isOne = wordsOf(term).every((word) => shape.words.includes(word));
      return { text, fits: isOne ? yes : bool(`${text} >= 0`) };
    }
    case 'entity': {
      const { text, among } = entityTerm(term);
      const others = among.filter((id) => !shape.among.includes(id));
      return { text, fits: all(...others.map((id) => bool(`${text} != ${id}`))) };
    }
    case 'set': {
      const elements = elementsOf(term);
      const bits = shape.items.flatMap((item, place) => {
        const isIn = any(...elements.map((each) => all(each.present, equality(each.item, known(item)))));
        return isNo(isIn)
          ? []
          : [isKnownTrue(isIn) ? String(1 << place) : `(${conditionOf(isIn)} -> ${1 << place} : 0)`];
      });
      const isOne = elements.map((each) =>
        any(negation(each.present), ...shape.items.map((item) => equality(each.item, known(item)))),
      );
      return { text: bits.length === 0 ? '0' : `(${bits.join(' | ')})`, fits: all(...isOne) };
    }
    case 'map':
      throw new NotCovered('writing a whole map');
  }
}

/** Returns the value that a stored number represents. */
export function loaded(text: string, shape: FiniteShape): Term {
  switch (shape.kind) {
    case 'bool':
      return { kind: 'bool', text };
    case 'number':
    case 'duration':
      return { kind: shape.kind, text, low: shape.low, high: shape.high };
    case 'word':
      return { kind: 'word', text, words: shape.words };
    case 'entity':
      return { kind: 'entity', text, among: shape.among };
    case 'set':
      return {
        kind: 'set',
        items: shape.items.map((item, place) => ({ item: known(item), present: bool(`(${text} >> ${place}) & 1`) })),
      };
    case 'map':
      throw new NotCovered('a map as a single value');
  }
}
