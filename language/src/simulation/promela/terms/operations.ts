/** Operations on terms: choices, comparisons, arithmetic. Known operands are folded. */
import type { BinaryOperator } from '../../../model/machines/expression.ts';
import { compileBinary } from '../../kernel/operators.ts';
import { RunError } from '../../values/run-error.ts';
import type { Frame } from '../../kernel/run.ts';
import { equal, type Value } from '../../values/values.ts';
import { elementsOf, setItems, setOfItems } from './sets.ts';
import {
  all,
  any,
  bool,
  conditionOf,
  durationIn,
  entityTerm,
  isNo,
  isKnownTrue,
  termKind,
  known,
  no,
  negation,
  numberBetween,
  numberIn,
  type NumberTerm,
  type Term,
  wordAmong,
  wordsOf,
} from './terms.ts';
import { NotCovered } from './uncovered.ts';

/** Returns the one value where a condition holds, and the other where it does not. */
export function choose(test: Term, then: Term, otherwise: Term): Term {
  if (isKnownTrue(test) || isSame(then, otherwise)) return then;
  if (isNo(test)) return otherwise;
  const condition = conditionOf(test);
  const kinds = [termKind(then), termKind(otherwise)];
  if (kinds.includes('set')) {
    return setOfItems([
      ...setItems(then).map(({ item, present }) => ({ item, present: all(test, present) })),
      ...setItems(otherwise).map(({ item, present }) => ({ item, present: all(negation(test), present) })),
    ]);
  }
  if (kinds[0] !== kinds[1]) throw new NotCovered('a choice between different kinds of values');
  const either = (a: string | number, b: string | number): string => `(${condition} -> ${a} : ${b})`;
  switch (kinds[0]) {
    case 'bool':
      return any(all(test, then), all(negation(test), otherwise));
    case 'number': {
      const [a, b] = [numberIn(then), numberIn(otherwise)];
      const [low, high] = [Math.min(a.low, b.low), Math.max(a.high, b.high)];
      return { kind: 'number', text: either(a.text, b.text), low, high };
    }
    case 'duration': {
      const [a, b] = [durationIn(then), durationIn(otherwise)];
      const [low, high] = [Math.min(a.low, b.low), Math.max(a.high, b.high)];
      return { kind: 'duration', text: either(a.text, b.text), low, high };
    }
    case 'word': {
      const words = [...new Set([...wordsOf(then), ...wordsOf(otherwise)])];
      return { kind: 'word', text: either(wordAmong(then, words), wordAmong(otherwise, words)), words };
    }
    case 'entity': {
      const [a, b] = [entityTerm(then), entityTerm(otherwise)];
      return { kind: 'entity', text: either(a.text, b.text), among: [...new Set([...a.among, ...b.among])] };
    }
    default:
      throw new NotCovered('a choice between maps');
  }
}

const isSame = (a: Term, b: Term): boolean =>
  a === b || (a.kind === 'known' && b.kind === 'known' && equal(a.value, b.value));

/** Returns the condition that two values are equal. */
export function equality(a: Term, b: Term): Term {
  if (a.kind === 'known' && b.kind === 'known') return known(equal(a.value, b.value));
  const kinds = [termKind(a), termKind(b)];
  if (kinds[0] !== kinds[1]) return no;
  switch (kinds[0]) {
    case 'bool':
      return bool(`${conditionOf(a)} == ${conditionOf(b)}`);
    case 'number': {
      const [one, other] = [numberIn(a), numberIn(b)];
      if (one.high < other.low || other.high < one.low) return no;
      return bool(`${one.text} == ${other.text}`);
    }
    case 'duration':
      return bool(`${durationIn(a).text} == ${durationIn(b).text}`);
    case 'word': {
      const [varying, other] = a.kind === 'word' ? [a, b] : [b, a];
      const words = wordsOf(varying);
      if (varying.kind !== 'word' || !wordsOf(other).some((word) => words.includes(word))) return no;
      return bool(`${varying.text} == ${wordAmong(other, words)}`);
    }
    case 'entity':
      return bool(`${entityTerm(a).text} == ${entityTerm(b).text}`);
    case 'set':
      return all(membership(a, b), membership(b, a));
    default:
      throw new NotCovered('a comparison of maps');
  }
}

/** Returns the condition that a value, or each item of a set, is in a set. */
export const membership = (item: Term, set: Term): Term =>
  all(
    ...elementsOf(item).map((each) =>
      any(negation(each.present), ...setItems(set).map((other) => all(other.present, equality(each.item, other.item)))),
    ),
  );

/**
 * Returns an operation on two values that are not both known; calls `needs` with what must hold for it to have a value.
 */
export function operate(operator: BinaryOperator, a: Term, b: Term, needs: (test: Term) => void): Term {
  if (a.kind === 'known' && b.kind === 'known') return operateOnKnown(operator, a.value, b.value);
  if (operator === '==') return equality(a, b);
  if (operator === '!=') return negation(equality(a, b));
  if (termKind(a) === 'set' && (operator === '+' || operator === '-')) {
    if (operator === '+') return setOfItems([...setItems(a), ...setItems(b)]);
    return {
      kind: 'set',
      items: setItems(a).map(({ item, present }) => ({ item, present: all(present, negation(membership(item, b))) })),
    };
  }
  const isTime = termKind(a) === 'duration' && termKind(b) === 'duration';
  const [one, other] = isTime ? [durationIn(a), durationIn(b)] : [numberIn(a), numberIn(b)];
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=')
    return bool(`${one.text} ${operator} ${other.text}`);
  if (isTime && operator !== '+' && operator !== '-') throw new NotCovered('a product or quotient of durations');
  const result = arithmetic(operator, one, other, needs);
  return isTime && result.kind === 'number' ? { ...result, kind: 'duration' } : result;
}

function arithmetic(operator: BinaryOperator, one: NumberTerm, other: NumberTerm, needs: (test: Term) => void): Term {
  const { low: a, high: b } = one;
  const { low: c, high: d } = other;
  switch (operator) {
    case '+':
      return numberBetween(`${one.text} + ${other.text}`, a + c, b + d);
    case '-':
      return numberBetween(`${one.text} - ${other.text}`, a - d, b - c);
    case '*': {
      const products = [a * c, a * d, b * c, b * d];
      return numberBetween(`${one.text} * ${other.text}`, Math.min(...products), Math.max(...products));
    }
    case '%':
      if (c < 0) throw new NotCovered('a remainder by a number that may be negative');
      if (c === 0) needs(bool(`${other.text} != 0`));
      // The text for the case without a value is never evaluated.
      return numberBetween(
        a >= 0 && c > 0
          ? `${one.text} % ${other.text}`
          : `((${one.text} % (${other.text} == 0 -> 1 : ${other.text})) + ${other.text}) % (${other.text} == 0 -> 1 : ${other.text})`,
        0,
        Math.max(0, d - 1),
      );
    default:
      throw new NotCovered(`the operator "${operator}" on variable numbers`);
  }
}

function operateOnKnown(operator: BinaryOperator, a: Value, b: Value): Term {
  try {
    // Both operands are known: the frame is not used.
    const frame = undefined as unknown as Frame;
    return known(
      compileBinary(
        operator,
        () => a,
        () => b,
      )(frame),
    );
  } catch (error) {
    if (error instanceof RunError) throw new NotCovered(`a value that cannot be computed: ${error.message}`);
    throw error;
  }
}
