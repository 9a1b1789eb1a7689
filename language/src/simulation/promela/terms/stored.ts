/** Terms in the form stored in variables and messages. */
import { same } from './operations.ts';
import { elementsOf } from './sets.ts';
import { numberOf, type Shape } from './shapes.ts';
import {
  all,
  any,
  bool,
  conditionOf,
  durationIn,
  entityIn,
  isNo,
  isYes,
  known,
  not,
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
export function storedAs(term: Term, shape: Shape): Stored {
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
      const { text, among } = entityIn(term);
      const others = among.filter((id) => !shape.among.includes(id));
      return { text, fits: all(...others.map((id) => bool(`${text} != ${id}`))) };
    }
    case 'set': {
      const elements = elementsOf(term);
      const bits = shape.items.flatMap((item, place) => {
        const isIn = any(...elements.map((each) => all(each.present, same(each.item, known(item)))));
        return isNo(isIn) ? [] : [isYes(isIn) ? String(1 << place) : `(${conditionOf(isIn)} -> ${1 << place} : 0)`];
      });
      const isOne = elements.map((each) =>
        any(not(each.present), ...shape.items.map((item) => same(each.item, known(item)))),
      );
      return { text: bits.length === 0 ? '0' : `(${bits.join(' | ')})`, fits: all(...isOne) };
    }
    case 'map':
      throw new NotCovered('writing a whole map');
  }
}

/** Returns the value that a stored number represents. */
export function loaded(text: string, shape: Shape): Term {
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
