/**
 * Finds the variables that nothing reads and that may yet end a run, because their own past decides whether their next
 * value fits: a number halved again and again, one that grows without measure, or a fraction in a whole number. What
 * only counts or measures never does: it grows by one amount after another, for longer than any run is explored, as the
 * amounts are small (`staysExact`).
 */
import type { Expression } from '../../../model/machines/expression.ts';

/** The names that nothing has read, and what is known of them. */
export interface Unread {
  /** The values assigned to each of them, and of each `let`. */
  readonly values: ReadonlyMap<string, readonly Expression[]>;
  /** The kinds of type that variables of a name have. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the first unread variable that may end a run by a value that does not fit it. Cost: O(names × values). */
export function failing(unread: Unread): string | undefined {
  return [...unread.values.keys()].find((name) => unread.kinds.has(name) && mayFail(unread, name));
}

function mayFail(unread: Unread, name: string): boolean {
  const values = unread.values.get(name) ?? [];
  const mentioned = new Set(values.flatMap((value) => [...mentionsIn(unread, value)]));
  const own = kindOf(unread, name);
  for (const other of mentioned) {
    if (other !== name && (!fits(kindOf(unread, other), own) || reaches(unread, other, name))) return true;
  }
  // One fraction after another has ever more digits.
  const isSum = (value: Expression): boolean =>
    adds(value, name) && (isFree(value, name) || !addsFractions(unread, value, name));
  if (!values.some((value) => multiplies(unread, value))) return !values.every(isSum);
  const feeds = [...unread.values.values()].flat().some((value) => mentionsIn(unread, value).has(name));
  // A fraction fits these; further fractions come only from what is computed from it.
  return !(own === 'number' || own === 'duration' || own === 'rate') || feeds;
}

/** Returns the kind of the type that all variables of a name have; undefined for a `let`, or if they differ. */
function kindOf({ kinds }: Unread, name: string): string | undefined {
  const [kind, ...others] = kinds.get(name) ?? [];
  return others.length === 0 ? kind : undefined;
}

/** Returns true if whatever is computed from a value of one kind, but by a product, is one of the other. */
const fits = (kind: string | undefined, other: string | undefined): boolean =>
  kind !== undefined && (kind === other || other === 'bool' || (kind === 'int' && other === 'number'));

/** Returns true if the value of a name depends on another, directly or not. */
function reaches(unread: Unread, from: string, to: string): boolean {
  const known = new Set([from]);
  for (const name of known) {
    for (const value of unread.values.get(name) ?? []) for (const each of mentionsIn(unread, value)) known.add(each);
  }
  return known.has(to);
}

/** Returns the unread names that an expression mentions. */
function mentionsIn({ values }: Pick<Unread, 'values'>, part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  if ('kind' in part && part.kind === 'property' && 'name' in part && typeof part.name === 'string') {
    if (values.has(part.name)) found.add(part.name);
  }
  for (const each of Object.values(part)) mentionsIn({ values }, each, found);
  return found;
}

/** Returns true if an unread name is multiplied or divided. */
function multiplies(unread: Unread, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const isProduct = 'operator' in part && (part.operator === '*' || part.operator === '/');
  return (
    (isProduct && mentionsIn(unread, part).size > 0) || Object.values(part).some((each) => multiplies(unread, each))
  );
}

const isFree = (value: Expression, name: string): boolean =>
  !mentionsIn({ values: new Map([[name, []]]) }, value).has(name);

/** Returns true if what is added to a number, or a duration, may have ever other fractions. */
function addsFractions(unread: Unread, part: unknown, name: string): boolean {
  const own = kindOf(unread, name);
  if (own === 'int' || own === 'bool' || typeof part !== 'object' || part === null) return false;
  if ('operator' in part && part.operator === '/') return true;
  if (
    (own === 'number' || own === 'rate') &&
    'kind' in part &&
    (part.kind === 'local' || part.kind === 'property' || part.kind === 'call')
  ) {
    const term = part.kind === 'property' && 'name' in part && typeof part.name === 'string' ? part.name : undefined;
    if (term === undefined || (term !== name && kindOf(unread, term) !== 'int')) return true;
  }
  return Object.values(part).some((each) => addsFractions(unread, each, name));
}

/** Returns true if a value contains a name at most once, as a term of a sum or in the remainder of one. */
function adds(value: Expression, name: string): boolean {
  if (isFree(value, name)) return true;
  switch (value.kind) {
    case 'property':
      return isFree(value.of, name);
    case 'at':
      return adds(value.map, name) && isFree(value.key, name);
    case 'minus':
      return adds(value.operand, name);
    case 'if':
      return isFree(value.condition, name) && adds(value.then, name) && adds(value.else, name);
    case 'binary': {
      const { operator, left, right } = value;
      if (operator === '%') return adds(left, name) && isFree(right, name);
      if (operator === '*' || operator === '/') return false;
      if (operator !== '+' && operator !== '-') return true;
      return (isFree(left, name) && adds(right, name)) || (adds(left, name) && isFree(right, name));
    }
    default:
      return value.kind === 'not';
  }
}

/** Returns true if computing a value cannot fail, whatever the values in it: it is made of sums and comparisons. */
export function alwaysFits(value: Expression): boolean {
  switch (value.kind) {
    case 'boolean':
    case 'number':
    case 'duration':
    case 'local':
    case 'now':
      return true;
    case 'property':
      return value.of.kind === 'self';
    case 'not':
    case 'minus':
      return alwaysFits(value.operand);
    case 'binary':
      return !products.has(value.operator) && alwaysFits(value.left) && alwaysFits(value.right);
    default:
      return false;
  }
}

const products: ReadonlySet<string> = new Set(['*', '/', '%']);
