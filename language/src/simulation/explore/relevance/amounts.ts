/**
 * Bounds the numbers that a model computes with, by the constants that they come from: parameters, settings, what is
 * assigned and what is sent. What depends on itself, such as a counter, is as large as what one step adds to it. Knows
 * no values of a run.
 */
import { buildDigraph } from '../../../graph/digraph.ts';
import { membersOf, stronglyConnected } from '../../../graph/components.ts';
import { append } from '../../../model/common/append.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { otherSpellingOf } from '../../../model/fixed-settings.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import type { Check } from '../../../model/scenario.ts';

/** The amount of which a million make the greatest whole number that is exact. */
const mostAtOnce = Number.MAX_SAFE_INTEGER / 1_000_000;

/** What is known of a value: it is at most so large, and is no fraction. */
interface Amount {
  /** A duration counts in units of 100 µs: ten days at once are enough, as ten thousand such steps take centuries. */
  readonly most: number;
  readonly isWhole: boolean;
}

/** What has no numbers, or only those that are found while this amount is. */
const one: Amount = { most: 1, isWhole: true };

/**
 * Returns what is true of an expression if it and all sums and products in it stay exact for longer than any run is
 * explored. Cost: O(model), at the first question.
 */
export function staysExact(model: Model, check: Check): (value: Expression) => boolean {
  return (value) => amountOf(value, knownAmounts(model)(check)).most <= mostAtOnce;
}

const knownAmounts = oncePer((model: Model) => oncePer((check: Check) => amountsIn(sourcesOf(model, check))));

/** Returns the amounts of names, of which each is computed after those that it comes from. */
function amountsIn(sources: ReadonlyMap<string, readonly Expression[]>): Map<string, Amount> {
  const names = [...sources.keys()];
  const numbers = new Map(names.map((name, index) => [name, index]));
  const [from, to]: [number[], number[]] = [[], []];
  for (const [name, values] of sources) {
    for (const mentioned of new Set(values.flatMap((value) => [...namesIn(value)]))) {
      const [source, target] = [numbers.get(name), numbers.get(mentioned)];
      if (source === undefined || target === undefined) continue;
      from.push(source);
      to.push(target);
    }
  }
  const components = stronglyConnected(buildDigraph(names.length, Int32Array.from(from), Int32Array.from(to)));
  const { offsets, nodes } = membersOf(components);
  const known = new Map<string, Amount>();
  for (let component = 0; component < components.count; component++) {
    const members = [...nodes.subarray(at(offsets, component), at(offsets, component + 1))];
    const together = members.map((member) => itemAt(names, member));
    const amount = largest(together.flatMap((name) => sources.get(name) ?? []).map((each) => amountOf(each, known)));
    for (const name of together) known.set(name, amount);
  }
  return known;
}

/** The names under which values are known: a local name may be that of a variable, too, and is known to all. */
const [localKey, argumentKey, clock] = [
  (name: string): string => `local ${name}`,
  (event: string, index: number): string => `argument ${index} of ${event}`,
  'now',
];

/** Returns the expressions that give each name its values, in any part of the model. */
function sourcesOf(model: Model, check: Check): ReadonlyMap<string, readonly Expression[]> {
  const sources = new Map([...sourcesInModel(model)].map(([name, values]) => [name, [...values]]));
  addSources(sources, check);
  return sources;
}

const sourcesInModel = oncePer(({ entities, machines, channels, collectors }: Model) => {
  const sources = new Map<string, Expression[]>();
  addSources(sources, [entities, machines, channels, collectors]);
  for (const { settings } of channels) for (const { value } of settings) append(sources, clock, value);
  return sources;
});

/** Adds the expressions in a part of a model that give a name its values. */
function addSources(sources: Map<string, Expression[]>, all: unknown): void {
  const add = (name: string, value: Expression | undefined): void => {
    if (value !== undefined) append(sources, name, value);
  };
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    note(part);
    for (const each of Object.values(part)) visit(each);
  };
  /** The pieces of a model are recognized by their fields, which have one meaning in all of them. */
  const note = (part: Piece): void => {
    const { kind, name, value, initial, variable, set, event, target, parameters } = part;
    if (typeof name === 'string' && typeof value === 'object') add(name, value);
    if (name !== undefined) add(name, initial);
    if (target?.name !== undefined && typeof value === 'object') add(target.name, value);
    if (variable !== undefined) add(localKey(variable), set);
    else if (name !== undefined) add(localKey(name), set);
    for (const time of [part.delay, part.after, part.duration, part.time]) add(clock, time);
    if (event === undefined) return;
    for (const [index, each] of (part.arguments ?? []).entries()) add(argumentKey(event, index), each);
    if (kind !== 'event') return;
    for (const [index, each] of (parameters ?? []).entries())
      add(localKey(each), { kind: 'property', of: { kind: 'self' }, name: argumentKey(event, index) });
  };
  visit(all);
}

/** The fields that give a name its values: settings, variables, assignments, loops, messages, and what takes time. */
interface Piece {
  readonly kind?: string;
  readonly name?: string;
  readonly value?: Expression;
  readonly initial?: Expression;
  readonly variable?: string;
  readonly set?: Expression;
  readonly event?: string;
  readonly arguments?: readonly Expression[];
  readonly parameters?: readonly string[];
  readonly target?: { readonly name?: string };
  readonly delay?: Expression;
  readonly after?: Expression;
  readonly duration?: Expression;
  readonly time?: Expression;
}

/** Returns the names whose values an expression mentions. */
function namesIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  const { kind, name } = part as Piece;
  if (kind === 'now') found.add(clock);
  if (name !== undefined && kind === 'property') found.add(name);
  if (name !== undefined && kind === 'local') found.add(localKey(name));
  for (const each of Object.values(part)) namesIn(each, found);
  return found;
}

/** Returns a bound of an expression and of everything in it. */
function amountOf(value: Expression, known: ReadonlyMap<string, Amount>): Amount {
  switch (value.kind) {
    case 'number': {
      const { numerator, denominator } = value;
      return { most: Math.abs(numerator / denominator), isWhole: denominator === 1 };
    }
    case 'duration':
      return { most: value.milliseconds * 10, isWhole: Number.isInteger(value.milliseconds * 10) };
    case 'rate':
      return { most: Number.POSITIVE_INFINITY, isWhole: false };
    case 'now':
      return known.get(clock) ?? one;
    case 'local':
      return known.get(localKey(value.name)) ?? one;
    case 'property':
      // A mean time may be given as a rate, and the other way round.
      if (otherSpellingOf('pd', value.name) !== undefined) return { most: Number.POSITIVE_INFINITY, isWhole: false };
      return largest([known.get(value.name) ?? one, amountOf(value.of, known)]);
    case 'binary': {
      const [left, right] = [amountOf(value.left, known), amountOf(value.right, known)];
      const both = largest([left, right]);
      switch (value.operator) {
        case '+':
        case '-':
        case '%':
          return { ...both, most: left.most + right.most };
        case '*':
          return { ...both, most: Math.max(both.most, left.most * right.most) };
        case '/':
          return { most: Math.max(both.most, left.most / leastOf(value.right, right)), isWhole: false };
        default:
          return both;
      }
    }
    default:
      return largest(Object.values(value).flatMap((part) => amountsOfParts(part, known)));
  }
}

/** The bounds of the operands that an expression of any other kind has. */
function amountsOfParts(part: unknown, known: ReadonlyMap<string, Amount>): Amount[] {
  if (typeof part !== 'object' || part === null) return [];
  // Whatever has a kind in an expression is an expression.
  if ('kind' in part) return [amountOf(part as Expression, known)];
  return Object.values(part).flatMap((each) => amountsOfParts(each, known));
}

/** Returns how small a divisor may be, besides 0. */
function leastOf(value: Expression, { isWhole }: Amount): number {
  const constant = value.kind === 'number' ? value.numerator / value.denominator : 0;
  if (constant !== 0) return Math.abs(constant);
  return isWhole ? 1 : 0;
}

const largest = (amounts: readonly Amount[]): Amount => ({
  most: amounts.reduce((most, each) => Math.max(most, each.most), 1),
  isWhole: amounts.every(({ isWhole }) => isWhole),
});
