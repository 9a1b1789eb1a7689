/**
 * Drafts the mapping of a log: it looks for the names of a model in the lines, and writes a rule for each form of line
 * that has some.
 */
import { append } from '../../model/common/append.ts';
import type { Model } from '../../model/model.ts';
import { type FactKind, factKinds, loggedFaults } from '../../simulation/conform/fact.ts';
import type { LogFile } from './read-log.ts';
import { endingsOf, eventNames, saidNames, stateNames, withoutQuotes } from './said-names.ts';
import type { Fields, LogRecord } from './record.ts';
import { leadingTime, recordsOf } from './records.ts';

/** A rule as the file has it. */
type Rule = Readonly<Record<string, unknown>> & { readonly is: FactKind };

/** A drafted mapping. */
export interface Draft {
  /** As JSON, to be edited. */
  readonly text: string;
  readonly rules: number;
  /** The number of lines that look like nothing of the model. */
  readonly others: number;
}

/** The names of a model by what they are. */
interface Known {
  readonly entities: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
}

/** The most records that are looked at, and rules that are written. */
const mostRecords = 20_000;
const mostRules = 40;

/** Drafts a mapping from the files of a log. */
export function draftMapping(model: Model, files: readonly LogFile[]): Draft {
  const read = files.map(({ text }) => recordsOf(text));
  const source = read[0]?.source ?? 'text';
  const records = read.flatMap((each) => each.records).slice(0, mostRecords);
  const known: Known = {
    entities: bothWays(entityNames(model)),
    events: bothWays(eventNames(model)),
    states: bothWays(stateNames(model)),
  };
  const isText = source === 'text' || source === 'otp' || source === 'logback' || source === 'journal';
  const groups = new Map<string, Group>();
  for (const record of records) {
    const key = isText ? formOf(record, known) : shapeOf(record);
    const group = groups.get(key) ?? { key, records: [] };
    group.records.push(record);
    groups.set(key, group);
  }
  const rules: Rule[] = [];
  let others = 0;
  for (const group of [...groups.values()].sort((a, b) => b.records.length - a.records.length)) {
    const rule = isText ? textRule(group) : fieldRule(group, known);
    if (rule === undefined || rules.length >= mostRules) others += group.records.length;
    else rules.push(rule);
  }
  const mapping = { source, clock: 'any', complete: [], names: {}, lines: rules };
  return { text: `${JSON.stringify(mapping, undefined, 2)}\n`, rules: rules.length, others };
}

/** Returns the names of entities, and what only one of them ends in. */
function entityNames(model: Model): readonly string[] {
  const said = saidNames(model);
  return model.entities.flatMap(({ name }) => [
    name,
    ...endingsOf(name).filter((ending) => said.entity(ending) !== undefined),
  ]);
}

/** Returns names with their quotes and without. */
const bothWays = (names: readonly string[]): ReadonlySet<string> => new Set([...names, ...names.map(withoutQuotes)]);

interface Group {
  readonly key: string;
  readonly records: LogRecord[];
}

/** The fields whose values tell what a line is about. */
const kindFields = ['kind', 'type', 'event_type', 'action', 'what', 'reason'];

/** Returns what is the same in records of one form: their fields, and what they are about. */
function shapeOf({ fields }: LogRecord): string {
  const kinds = kindFields.map((name) => (typeof fields[name] === 'string' ? `${name}=${fields[name]}` : ''));
  return [...Object.keys(fields).sort(), ...kinds].join(' ');
}

function fieldRule({ records }: Group, known: Known): Rule | undefined {
  const values = new Map<string, unknown[]>();
  for (const { fields } of records) gather(fields, '', values);
  const whole = [...values].filter(([, all]) => all.length === records.length);
  const pathsOf = (names: ReadonlySet<string>): string[] =>
    whole.flatMap(([path, all]) => (all.every((value) => typeof value === 'string' && names.has(value)) ? [path] : []));
  const [entities, events, states] = [pathsOf(known.entities), pathsOf(known.events), pathsOf(known.states)];
  const faults = pathsOf(new Set<string>(loggedFaults));
  const kind = whole.find(([path, all]) => kindFields.includes(path) && new Set(all).size === 1);
  const said = factKinds.find((each) => each === kind?.[1][0]);
  const to = entities.find((path) => /\b(to|target|receiver|entity|dest\w*)$/i.test(path)) ?? entities.at(-1);
  const from = entities.find((path) => path !== to && /\b(from|source|sender|src)$/i.test(path));
  const list = whole.find(([path, all]) => /(values|arguments|args|params)$/i.test(path) && all.every(Array.isArray));
  const where = kind === undefined ? {} : { [kind[0]]: kind[1][0] };
  if (said === 'action') {
    const name = whole.find(([path]) => path === 'name' || path === 'text');
    return name === undefined ? undefined : { where, is: said, name: `{${name[0]}}` };
  }
  if (to === undefined) return undefined;
  const is = said ?? guessed({ entities, events, states, faults });
  if (is === undefined) return undefined;
  const [found] = is === 'state' ? states : is === 'fault' ? faults : is === 'value' ? [] : events;
  // A line that names its kind has its name where names are.
  const name = found ?? (said === undefined ? undefined : namePaths(whole)[0]);
  const isNamed = is !== 'create' && is !== 'end';
  if (isNamed && name === undefined) return undefined;
  return {
    where: Object.keys(where).length > 0 || name === undefined ? where : presence(records, name),
    ...{ is, entity: `{${to}}`, ...(isNamed && { name: `{${String(name)}}` }) },
    ...(from !== undefined && { from: `{${from}}` }),
    ...(list !== undefined && { values: `{${list[0]}}` }),
  };
}

const namePaths = (whole: readonly (readonly [string, unknown])[]): string[] =>
  whole.flatMap(([path]) => (/(name|variable|key)$/i.test(path) ? [path] : []));

/** Without a field that tells forms of lines apart, the values of one that names something do. */
function presence(records: readonly LogRecord[], path: string): Readonly<Record<string, readonly string[]>> {
  const found = new Set<string>();
  for (const { fields } of records) {
    const values = new Map<string, unknown[]>();
    gather(fields, '', values);
    for (const value of values.get(path) ?? []) found.add(String(value));
  }
  return { [path]: [...found].sort() };
}

interface Paths {
  readonly entities: readonly string[];
  readonly events: readonly string[];
  readonly states: readonly string[];
  readonly faults: readonly string[];
}

function guessed({ entities, events, states, faults }: Paths): FactKind | undefined {
  if (events.length > 0) return entities.length > 1 ? 'message' : 'event';
  if (states.length > 0) return 'state';
  return faults.length > 0 ? 'fault' : undefined;
}

const deepest = 5;

function gather(value: unknown, path: string, found: Map<string, unknown[]>, depth = 0): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < deepest) {
    for (const [name, inner] of Object.entries(value as Fields))
      gather(inner, path === '' ? name : `${path}.${name}`, found, depth + 1);
    return;
  }
  append(found, path, value);
}

/** A word of a line, and what lies between words. */
const words = /[A-Za-z_][\w.\-/]*(?:\[\d+\])?|\d+(?:\.\d+)?|[^\w]+?/g;

/** Returns a line with its names, numbers and time as placeholders: `<time> <entity> enters <state>`. */
function formOf({ fields }: LogRecord, known: Known): string {
  const whole = typeof fields.text === 'string' ? fields.text : '';
  const text = (whole.split('\n')[0] ?? '').slice(0, longest);
  const time = leadingTime.exec(text)?.[0] ?? '';
  const said = text.slice(time.length).replace(words, (word) => placeholder(word, known) ?? word);
  return time.replace(/[^ ]+/g, '<time>') + said + (text === whole ? '' : '<rest>');
}

const longest = 300;

function placeholder(word: string, { entities, events, states }: Known): string | undefined {
  if (entities.has(word)) return '<entity>';
  if (events.has(word)) return '<event>';
  if (states.has(word)) return '<state>';
  return /^\d+(?:\.\d+)?$/.test(word) ? '<number>' : undefined;
}

const faultWords: readonly (readonly [RegExp, FactKind, string])[] = [
  [/\b(?:restart(?:ed|ing)?)\b/i, 'fault', 'restart'],
  [/\b(?:crash(?:ed)?|killed|died|terminated|exited)\b/i, 'fault', 'crash'],
  [/\b(?:destroyed|deleted|removed)\b/i, 'end', ''],
  [/\bcreated\b/i, 'create', ''],
];

function textRule({ key }: Group): Rule | undefined {
  const parts = key.match(/<(?:entity|event|state|number)>/g) ?? [];
  const count = (what: string): number => parts.filter((part) => part === `<${what}>`).length;
  const [entities, events, states] = [count('entity'), count('event'), count('state')];
  if (entities === 0 || entities > 2 || events + states > 1) return undefined;
  const fault = faultWords.find(([pattern]) => pattern.test(key));
  const is = events > 0 ? (entities > 1 ? 'message' : 'event') : states > 0 ? 'state' : fault?.[1];
  if (is === undefined) return undefined;
  const isFromFirst = entities > 1 && /<entity>.*(?:->|→|\bto\b).*<entity>/.test(key);
  let seen = 0;
  const groupFor = (what: string): string => {
    if (what === 'number') return '\\d+(?:\\.\\d+)?';
    if (what === 'time') return '\\S+';
    if (what === 'rest') return '[^]*';
    if (what !== 'entity') return `(?<${what}>[\\w./-]+)`;
    seen += 1;
    const name = entities === 1 ? 'entity' : (seen === 1) === isFromFirst ? 'from' : 'entity';
    return `(?<${name}>[\\w./-]+(?:\\[\\d+\\])?)`;
  };
  const match = key
    .split(/(<(?:entity|event|state|number|time|rest)>)/)
    .map((part) => {
      const [, what] = /^<(\w+)>$/.exec(part) ?? [];
      return what === undefined ? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : groupFor(what);
    })
    .join('');
  const name = events > 0 ? '{event}' : states > 0 ? '{state}' : fault?.[2];
  return {
    ...{ match: `^${match}$`, is, entity: '{entity}' },
    ...(name !== undefined && name !== '' && { name }),
    ...(entities > 1 && { from: '{from}' }),
  };
}
