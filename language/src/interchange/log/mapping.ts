/**
 * The mapping of a log: which line says what about a model. It is a JSON file, `.aftermath-log.json`; its page is
 * `language/docs/reference/logs.md`, its schema `language/docs/log-mapping.schema.json`.
 */
import type { Answer } from '../../model/common/answer.ts';
import { type FactKind, factKinds } from '../../simulation/conform/fact.ts';
import { compilePattern, type Pattern } from './pattern.ts';
import { type Fields, isFields } from './record.ts';
import { type LogSource, logSources } from './records.ts';
import { microsecondsOf, microsecondsSince } from './time-of.ts';
import { t } from '../../model/common/translation.ts';

/** The name of the file. */
export const mappingName = '.aftermath-log.json';

/** The faults that may happen without a line. */
export const unloggedFaults = ['crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder'] as const;

/** A rule for lines. */
export interface LineRule {
  readonly is: FactKind;
  /** The values that fields must have, by path. */
  readonly where: ReadonlyMap<string, readonly string[]>;
  readonly match: Pattern | undefined;
  /** The path of the text that `match` is about. */
  readonly in: string;
  readonly entity: string | undefined;
  readonly name: string | undefined;
  readonly from: string | undefined;
  readonly values: string | readonly string[] | undefined;
  /** True if a line that says the same as the last one about its entity says nothing. */
  readonly changes: boolean;
}

/** A kind of facts that always write a line; names as the model has them, `*` for any text. */
export interface CompleteRule {
  readonly kind: FactKind;
  readonly of: readonly string[] | undefined;
  readonly named: readonly string[] | undefined;
}

/** A mapping that was read. Times are in microseconds. */
export interface Mapping {
  readonly source: LogSource | undefined;
  readonly time: string | undefined;
  readonly host: string | undefined;
  readonly clock: 'any' | 'exact';
  readonly skew: number;
  readonly start: number | undefined;
  readonly lost: number;
  readonly unlogged: number;
  readonly faults: readonly { readonly kind: (typeof unloggedFaults)[number]; readonly upTo: number }[];
  readonly complete: readonly CompleteRule[];
  readonly names: ReadonlyMap<string, string>;
  readonly lines: readonly LineRule[];
}

const mostCharacters = 1_000_000;
const mostRules = 1000;
const usualUnlogged = 50;
const mostCount = 1_000_000;

class MappingFault extends Error {}

/** Reads a mapping, or says what is wrong in it. Nothing in it is run. */
export function readMapping(text: string): Answer<Mapping> {
  if (text.length > mostCharacters) return { refusal: t`The mapping is too large.` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { refusal: t`The mapping is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
  try {
    return { value: mappingOf(value) };
  } catch (error) {
    if (!(error instanceof MappingFault)) throw error;
    return { refusal: t`The mapping is not right: ${error.message}.` };
  }
}

function mappingOf(value: unknown): Mapping {
  if (!isFields(value)) throw new MappingFault(t`it is not an object`);
  onlyKnown(value, t`the mapping`, [
    ...['$schema', 'source', 'time', 'host', 'clock', 'skew', 'start'],
    ...['lost', 'unlogged', 'faults', 'complete', 'names', 'lines'],
  ]);
  const { source, clock, skew, start, complete = [], lines } = value;
  if (source !== undefined && !logSources.some((each) => each === source))
    throw new MappingFault(t`"source" is not one of ${logSources.join(', ')}`);
  if (clock !== undefined && clock !== 'any' && clock !== 'exact')
    throw new MappingFault(t`"clock" is neither "any" nor "exact"`);
  const most = skew === undefined ? 0 : typeof skew === 'string' ? microsecondsOf(skew) : undefined;
  if (most === undefined) throw new MappingFault(t`"skew" is not a duration such as "50ms"`);
  const from = start === undefined ? undefined : microsecondsSince(start);
  if (start !== undefined && from === undefined) throw new MappingFault(t`"start" is not a time`);
  if (!Array.isArray(lines) || lines.length === 0) throw new MappingFault(t`"lines" is not a list of rules`);
  if (lines.length > mostRules) throw new MappingFault(t`it has more than ${String(mostRules)} rules`);
  if (!Array.isArray(complete) || complete.length > mostRules) throw new MappingFault(t`"complete" is not a list`);
  return {
    source: source as LogSource | undefined,
    time: textAt(value, 'time'),
    host: textAt(value, 'host'),
    ...{ clock: clock ?? 'any', skew: most, start: from },
    lost: countAt(value, 'lost', 0),
    unlogged: countAt(value, 'unlogged', usualUnlogged),
    faults: faultsOf(value.faults),
    complete: complete.map(completeOf),
    names: namesOf(value.names),
    lines: lines.map((line, index) => ruleOf(line, t`rule ${String(index + 1)}`)),
  };
}

function ruleOf(value: unknown, what: string): LineRule {
  if (!isFields(value)) throw new MappingFault(t`${what} is not an object`);
  onlyKnown(value, what, ['is', 'where', 'match', 'in', 'entity', 'name', 'from', 'values', 'changes']);
  const { is, where, match, changes = false } = value;
  if (!isKind(is)) throw new MappingFault(t`"is" of ${what} is not one of ${factKinds.join(', ')}`);
  const pattern = match === undefined ? undefined : typeof match === 'string' ? compilePattern(match) : undefined;
  if (match !== undefined && pattern === undefined) throw new MappingFault(t`"match" of ${what} is not a text`);
  if (pattern !== undefined && 'refusal' in pattern)
    throw new MappingFault(t`in ${what}, ${pattern.refusal.replace(/\.$/, '').replace(/^The/, 'the')}`);
  if (where === undefined && match === undefined) throw new MappingFault(t`${what} has neither "where" nor "match"`);
  if (typeof changes !== 'boolean') throw new MappingFault(t`"changes" of ${what} is neither true nor false`);
  const entity = textAt(value, 'entity', what);
  if (entity === undefined && is !== 'action')
    throw new MappingFault(t`${what} does not say which "entity" it is about`);
  const name = textAt(value, 'name', what);
  if (name === undefined && is !== 'create' && is !== 'end')
    throw new MappingFault(t`${what} has no "name": the ${is === 'fault' ? t`fault` : is} that it states`);
  return {
    ...{
      is,
      where: whereOf(where, what),
      match: pattern?.value,
      in: textAt(value, 'in', what) ?? 'text',
      entity,
      name,
    },
    ...{ from: textAt(value, 'from', what), values: valuesOf(value.values, what), changes },
  };
}

function whereOf(value: unknown, what: string): ReadonlyMap<string, readonly string[]> {
  if (value === undefined) return new Map();
  if (!isFields(value)) throw new MappingFault(t`"where" of ${what} is not an object of paths`);
  return new Map(
    Object.entries(value).map(([path, wanted]) => {
      const all: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
      if (!all.every((each) => ['string', 'number', 'boolean'].includes(typeof each)))
        throw new MappingFault(t`"where" of ${what} has no text for "${path}"`);
      return [path, all.map(String)];
    }),
  );
}

function valuesOf(value: unknown, what: string): string | readonly string[] | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new MappingFault(t`"values" of ${what} is neither a text nor a list of texts`);
}

function completeOf(value: unknown): CompleteRule {
  if (isKind(value)) return { kind: value, of: undefined, named: undefined };
  if (!isFields(value) || !isKind(value.kind))
    throw new MappingFault(t`"complete" has something else than ${factKinds.join(', ')}`);
  onlyKnown(value, '"complete"', ['kind', 'of', 'named']);
  const texts = (name: 'of' | 'named'): readonly string[] | undefined => {
    const list = value[name];
    if (list === undefined) return undefined;
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
    throw new MappingFault(t`"${name}" in "complete" is not a list of names`);
  };
  return { kind: value.kind, of: texts('of'), named: texts('named') };
}

function faultsOf(value: unknown): Mapping['faults'] {
  if (value === undefined) return [];
  if (!isFields(value)) throw new MappingFault(t`"faults" is not an object of numbers`);
  onlyKnown(value, '"faults"', unloggedFaults);
  return unloggedFaults.flatMap((kind) => {
    const upTo = countAt(value, kind, 0);
    return upTo === 0 ? [] : [{ kind, upTo }];
  });
}

function namesOf(value: unknown): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (!isFields(value) || !Object.values(value).every((each) => typeof each === 'string'))
    throw new MappingFault(t`"names" is not an object of names`);
  return new Map(Object.entries(value) as [string, string][]);
}

const isKind = (value: unknown): value is FactKind => factKinds.some((kind) => kind === value);

function onlyKnown(value: Fields, what: string, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new MappingFault(t`${what} has an unknown "${unknown}"`);
}

function textAt(value: Fields, name: string, what = t`the mapping`): string | undefined {
  const text = value[name];
  if (text === undefined || typeof text === 'string') return text;
  throw new MappingFault(t`"${name}" of ${what} is not a text`);
}

function countAt(value: Fields, name: string, usual: number): number {
  const count = value[name];
  if (count === undefined) return usual;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= mostCount) return count;
  throw new MappingFault(t`"${name}" is not a whole number from 0 to ${String(mostCount)}`);
}
