/** The variables that are alive before a block of actions, given those that are alive after it. */
import type { Action } from '../../../model/machines/action.ts';
import type { Expression, Type } from '../../../model/machines/expression.ts';
import type { Machine } from '../../../model/machines/machine.ts';
import { oncePer } from '../../../model/common/once-per.ts';

/** What is known of the machine that acts. */
export interface Own {
  /** The names of the variables that nothing else reads. */
  readonly names: ReadonlySet<string>;
  readonly lets: Machine['lets'];
  readonly types: ReadonlyMap<string, Type>;
  /** Returns the type of a parameter of an event, if nobody reads the arguments of it. */
  readonly unheard: (event: string, index: number) => Type | undefined;
  /** See `staysExact`. */
  readonly isExact: (value: Expression) => boolean;
  /** Those that are alive in any case, because the machine may end within the block. */
  readonly always: ReadonlySet<string>;
}

type Names = ReadonlySet<string>;

/** Returns the own variables that are read by a block, or after it, before they are written. */
export const liveBefore = (own: Own, block: readonly Action[], after: Names): Names =>
  block.reduceRight((later, action) => before(own, action, later), after);

function before(own: Own, action: Action, after: Names): Names {
  switch (action.kind) {
    case 'assign':
      return beforeAssigned(own, action, after);
    case 'if':
      return joined(
        readsOf(own, action.condition),
        liveBefore(own, action.then, after),
        liveBefore(own, action.else, after),
      );
    case 'for': {
      // There may be no turn, and each turn comes after another.
      let live = joined(after, readsOf(own, action.set));
      for (let size = -1; size !== live.size;) {
        size = live.size;
        live = joined(live, liveBefore(own, action.body, live));
      }
      return live;
    }
    case 'send': {
      const { event, to, after: delay, arguments: values } = action;
      const heard = values.filter((value, index) => !fitsAlways(own, value, own.unheard(event, index)));
      return joined(after, readsOf(own, [to, delay, heard]));
    }
    default:
      return joined(after, readsOf(own, action));
  }
}

function beforeAssigned(
  own: Own,
  { target: { of, name, key }, value }: Extract<Action, { readonly kind: 'assign' | 'set' }>,
  after: Names,
): Names {
  const isOwn = own.names.has(name) && (of === undefined || of.kind === 'self');
  if (!isOwn) return joined(after, readsOf(own, [of, key, value]));
  const read = readsOf(own, value);
  const keys = readsOf(own, key);
  // What is not read again makes a difference only if computing it can fail.
  if (!after.has(name)) {
    const isCount =
      readings(own.lets, value, name) <= 1 &&
      hasAllSums(own.types.get(name)) &&
      [...read].every((each) => each === name);
    const isFree = cannotFail(own, value) && (isCount || own.types.get(name)?.kind === 'bool');
    return joined(after, keys, isFree ? none : read);
  }
  if (key !== undefined || own.always.has(name)) return joined(after, keys, read);
  return joined(without(after, name), read);
}

const none: Names = new Set();

/** Returns true if every sum of values of a type is one of it. */
function hasAllSums(type: Type | undefined): boolean {
  if (type?.kind === 'map') return hasAllSums(type.value);
  return type?.kind === 'int' || type?.kind === 'duration' || type?.kind === 'set';
}

/** Returns true if a value is of a type whatever the own variables are. */
function fitsAlways(own: Own, value: Expression, type: Type | undefined): boolean {
  if (type?.kind !== 'bool' && type?.kind !== 'int' && type?.kind !== 'duration') return false;
  const isLike = (name: string): boolean => own.types.get(name)?.kind === type.kind;
  return cannotFail(own, value) && [...readsOf(own, value)].every(isLike);
}

/** Returns true if computing a value cannot fail whatever the own variables are: it compares, adds, and looks up. */
function cannotFail(own: Own, value: Expression): boolean {
  const isSafe = (part: Expression): boolean => cannotFail(own, part);
  switch (value.kind) {
    case 'boolean':
    case 'number':
    case 'duration':
    case 'none':
    case 'symbol':
    case 'entity':
    case 'local':
    case 'self':
    case 'now':
      return true;
    case 'property': {
      const computed = own.lets.filter(({ name }) => name === value.name);
      return value.of.kind === 'self' && computed.every((each) => isSafe(each.value));
    }
    case 'at':
      return isSafe(value.map) && isSafe(value.key) && readsOf(own, value.key).size === 0;
    case 'list':
      return value.items.every(isSafe);
    case 'not':
    case 'minus':
      return isSafe(value.operand);
    case 'member':
      return isSafe(value.item) && isSafe(value.set);
    case 'if':
      return isSafe(value.condition) && isSafe(value.then) && isSafe(value.else);
    case 'quantified':
      return isSafe(value.set) && isSafe(value.body);
    case 'binary':
      if (products.has(value.operator) || (sums.has(value.operator) && !own.isExact(value))) return false;
      return isSafe(value.left) && isSafe(value.right);
    default:
      return false;
  }
}

const products: ReadonlySet<string> = new Set(['*', '/', '%']);
const sums: ReadonlySet<string> = new Set(['+', '-']);

/** Returns the own variables that a part may read, by way of `let`s too. */
export function readsOf({ names, lets }: Pick<Own, 'names' | 'lets'>, part: unknown): Names {
  const read = new Set<string>();
  collect(part, read);
  // The set grows while it is read.
  for (const name of read) for (const each of lets) if (each.name === name) collect(each.value, read);
  for (const name of read) if (!names.has(name)) read.delete(name);
  return read;
}

/** Returns the number of times that a value reads a name; what it reads through a `let` is not known. */
function readings(lets: Own['lets'], part: unknown, name: string): number {
  if (typeof part !== 'object' || part === null) return 0;
  const own = 'kind' in part && part.kind === 'property' && 'name' in part ? part.name : undefined;
  if (lets.some((each) => each.name === own)) return Infinity;
  return Object.values(part).reduce<number>((sum, each) => sum + readings(lets, each, name), own === name ? 1 : 0);
}

/** Adds the names of all properties in a part. */
function collect(part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part)) for (const each of part) collect(each, names);
  else for (const name of propertiesIn(part)) names.add(name);
}

/** A walk to the fixed point asks again and again for what the same pieces read. */
const propertiesIn = oncePer((piece: object): Names => {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'property' && 'name' in part && typeof part.name === 'string')
      names.add(part.name);
    for (const each of Object.values(part)) visit(each);
  };
  visit(piece);
  return names;
});

/** Returns the union of some sets of names: the first of them, if it has all. */
export function joined(first: Names, ...others: readonly Names[]): Names {
  let all: Set<string> | undefined;
  for (const other of others)
    for (const name of other) if (!(all ?? first).has(name)) (all ??= new Set(first)).add(name);
  return all ?? first;
}

const without = (names: Names, name: string): Names => new Set([...names].filter((each) => each !== name));
