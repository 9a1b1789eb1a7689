/**
 * Merges the values of copies to one expression: the same for all, or one that uses the copy number `index`. The
 * reverse of lowering a copied body.
 */
import type { Expression, TextPart } from '../../model/machines/expression.ts';

/** Returns the expression that gives `values[i]` in copy `i`; undefined if it has no supported form. */
export function mergeValues(values: readonly Expression[]): Expression | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const text = JSON.stringify(first);
  if (values.every((value) => value === first || JSON.stringify(value) === text)) return first;
  switch (first.kind) {
    case 'number':
      return numbered(values);
    case 'text': {
      const lists = sameKind(values, 'text').map(({ parts }) => parts);
      const parts = lists.length === values.length ? mergeLists(lists, mergeParts) : undefined;
      return parts && { kind: 'text', parts };
    }
    case 'list': {
      const lists = sameKind(values, 'list').map(({ items }) => items);
      const items = lists.length === values.length ? mergeLists(lists, mergeValues) : undefined;
      return items && { kind: 'list', items };
    }
    case 'binary': {
      const same = sameKind(values, 'binary').filter(({ operator }) => operator === first.operator);
      if (same.length < values.length) return undefined;
      const left = mergeValues(same.map((value) => value.left));
      const right = mergeValues(same.map((value) => value.right));
      return left && right && { ...first, left, right };
    }
    default:
      return undefined;
  }
}

/** Merges numbers that count up from copy to copy to `index`, or `index` plus a number. */
function numbered(values: readonly Expression[]): Expression | undefined {
  const [first] = values;
  if (first?.kind !== 'number' || first.denominator !== 1) return undefined;
  const counts = values.every(
    (value, copy) => value.kind === 'number' && value.denominator === 1 && value.numerator === first.numerator + copy,
  );
  return counts ? indexPlus(first.numerator) : undefined;
}

/** Writes `index + number`, `index - number` or `index`. */
export function indexPlus(number: number): Expression {
  const index: Expression = { kind: 'local', name: 'index' };
  if (number === 0) return index;
  const right: Expression = { kind: 'number', numerator: Math.abs(number), denominator: 1 };
  return { kind: 'binary', operator: number < 0 ? '-' : '+', left: index, right };
}

const sameKind = <K extends Expression['kind']>(values: readonly Expression[], kind: K) =>
  values.filter((value): value is Expression & { readonly kind: K } => value.kind === kind);

/** Merges lists of the same length item by item. */
function mergeLists<T>(
  lists: readonly (readonly T[])[],
  merge: (values: readonly T[]) => T | undefined,
): T[] | undefined {
  const length = lists[0]?.length ?? 0;
  if (lists.some((list) => list.length !== length)) return undefined;
  const merged: T[] = [];
  for (let at = 0; at < length; at += 1) {
    const value = merge(lists.flatMap((list) => list.slice(at, at + 1)));
    if (value === undefined) return undefined;
    merged.push(value);
  }
  return merged;
}

function mergeParts(parts: readonly TextPart[]): TextPart | undefined {
  const [first] = parts;
  if (typeof first === 'string') return parts.every((part) => part === first) ? first : undefined;
  const values = parts.filter((part) => typeof part !== 'string');
  return values.length === parts.length ? mergeValues(values) : undefined;
}
