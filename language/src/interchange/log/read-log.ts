/** Reads logs by a mapping: each line that says something about the model, in the order of their times. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { LogFact } from '../../simulation/conform/fact.ts';
import type { Complete, LogLine, LogRules } from '../../simulation/conform/log-line.ts';
import type { LineRule, Mapping } from './mapping.ts';
import { atPath, type Fields, filledIn, type LogRecord, textOfValue } from './record.ts';
import { entitiesLike } from './complete-names.ts';
import { namesNothingOf, type SaidNames, saidNames } from './said-names.ts';
import { recordsOf } from './records.ts';
import { microsecondsSince } from './time-of.ts';
import { t } from '../../model/common/translation.ts';

/** A file of a log. */
export interface LogFile {
  readonly name: string;
  readonly text: string;
}

/** The location of a line. */
export interface Source {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A log that was read. */
export interface ReadLog {
  readonly lines: readonly LogLine[];
  /** By line. */
  readonly sources: readonly Source[];
  readonly rules: LogRules;
  /** The number of lines that no rule is about. */
  readonly others: number;
  /** Lines that could not be read, and those that name what the model does not have, with the reason. */
  readonly faults: readonly (Source & { readonly why: string })[];
  /** Lines in which no time can be read, where times count: for an exact clock, several hosts, a `time` that is given. */
  readonly untimed: readonly Source[];
}

interface Read extends Source {
  readonly fact: LogFact;
  readonly at: number | undefined;
  readonly host: number;
}

/** Reads the files of a log. Cost: O(text · rules). */
export function readLog(model: Model, mapping: Mapping, files: readonly LogFile[]): ReadLog {
  const hosts = new Map<string, number>();
  const known = saidNames(model);
  const last = new Map<string, string>();
  const faults: (Source & { readonly why: string })[] = [];
  const read: Read[] = [];
  let others = 0;
  for (const { name: file, text } of files) {
    const { records, unread } = recordsOf(text, mapping.source);
    for (const line of unread) faults.push({ file, line, text: '', why: t`it is not a JSON object` });
    for (const record of records) {
      const source = { file, line: record.line, text: record.text };
      const found = factIn(record, mapping, known);
      if (found === undefined) {
        others += 1;
        continue;
      }
      if ('why' in found) {
        faults.push({ ...source, why: found.why });
        continue;
      }
      const { fact, rule } = found;
      if (rule.changes) {
        const about = `${fact.kind} ${String(fact.entity)}`;
        if (last.get(about) === fact.name) continue;
        last.set(about, fact.name);
      }
      read.push({ ...source, fact, at: timeIn(record, mapping), host: hostOf(hosts, record, mapping, file) });
    }
  }
  const sorted = inOrder(read);
  const needsTimes = mapping.clock === 'exact' || mapping.time !== undefined || hosts.size > 1;
  return {
    lines: sorted.map(({ fact, at, host }) => ({ fact, at, host })),
    sources: sorted.map(({ file, line, text }) => ({ file, line, text })),
    ...{ rules: rulesOf(model, known, mapping), others, faults },
    untimed: needsTimes
      ? sorted.filter(({ at }) => at === undefined).map(({ file, line, text }) => ({ file, line, text }))
      : [],
  };
}

type Found = { readonly fact: LogFact; readonly rule: LineRule } | { readonly why: string };

function factIn({ fields }: LogRecord, { lines, names }: Mapping, known: SaidNames): Found | undefined {
  for (const rule of lines) {
    const found = matched(rule, fields);
    if (found === undefined) continue;
    const named = (template: string): string | undefined => {
      const text = filledIn(template, found);
      return text === undefined ? undefined : (names.get(text) ?? text);
    };
    const name = rule.name === undefined ? '' : named(rule.name);
    if (name === undefined) return { why: t`it has no ${String(rule.name)}` };
    const entity = idOf(rule.entity, named, known);
    if (typeof entity === 'string') return { why: entity };
    const from = idOf(rule.from, named, known);
    if (typeof from === 'string') return { why: from };
    const values = valuesIn(rule.values, found, names);
    const meant = namesNothingOf.has(rule.is) ? name : known.other(name);
    const fact = { kind: rule.is, entity, name: meant, ...(from !== undefined && { from }), ...(values && { values }) };
    return { fact, rule };
  }
  return undefined;
}

/** Returns the fields of a record that a rule is about, with the groups of its pattern; undefined if it is not. */
function matched({ where, match, in: path }: LineRule, fields: Fields): Fields | undefined {
  for (const [at, wanted] of where) {
    const text = textOfValue(atPath(fields, at));
    if (text === undefined || !wanted.includes(text)) return undefined;
  }
  if (match === undefined) return fields;
  const groups = match.match(textOfValue(atPath(fields, path)) ?? '');
  return groups === undefined ? undefined : { ...fields, ...Object.fromEntries(groups) };
}

function idOf(
  template: string | undefined,
  named: (template: string) => string | undefined,
  known: SaidNames,
): EntityId | string | undefined {
  if (template === undefined) return undefined;
  const name = named(template);
  if (name === undefined) return t`it has no ${template}`;
  return known.entity(name) ?? t`"${name}" is not an entity of the model; map it in "names"`;
}

function valuesIn(
  templates: LineRule['values'],
  fields: Fields,
  names: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  const renamed = (text: string): string => names.get(text) ?? text;
  if (typeof templates === 'string') {
    const [, path] = /^\{([^{}]*)\}$/.exec(templates) ?? [];
    const list = path === undefined ? undefined : atPath(fields, path);
    if (Array.isArray(list)) return list.map((each) => renamed(textOfValue(each) ?? JSON.stringify(each)));
  }
  const all = typeof templates === 'string' ? [templates] : templates;
  const texts = all?.map((template) => filledIn(template, fields));
  return texts?.every((text) => text !== undefined) === true ? texts.map(renamed) : undefined;
}

const usualTimes = ['time', 'timestamp', '@timestamp', 'ts'];

function timeIn({ fields }: LogRecord, { time }: Mapping): number | undefined {
  if (time === undefined) {
    const path = usualTimes.find((each) => Object.hasOwn(fields, each));
    return path === undefined ? undefined : microsecondsSince(fields[path]);
  }
  const path = pathIn(time);
  return microsecondsSince(path === undefined ? filledIn(time, fields) : atPath(fields, path));
}

/** Returns the path of a field, which stands in braces or by itself; undefined for a template of several parts. */
const pathIn = (text: string): string | undefined => /^\{?([^{}]*)\}?$/.exec(text)?.[1];

function hostOf(hosts: Map<string, number>, { fields }: LogRecord, { host }: Mapping, file: string): number {
  const path = host === undefined ? 'host' : pathIn(host);
  const name = (path === undefined ? filledIn(host ?? '', fields) : textOfValue(atPath(fields, path))) ?? file;
  const known = hosts.get(name) ?? hosts.size;
  hosts.set(name, known);
  return known;
}

/** Sorts lines by time, unless one has none; those of the same host stay in order. */
function inOrder(read: readonly Read[]): readonly Read[] {
  if (read.some(({ at }) => at === undefined)) return read;
  // The clock of a host does not run backwards.
  const latest = new Map<number, number>();
  const timed = read.map((each) => {
    const at = Math.max(each.at ?? 0, latest.get(each.host) ?? -Infinity);
    latest.set(each.host, at);
    return { ...each, at };
  });
  return timed.sort((a, b) => a.at - b.at);
}

function rulesOf(
  model: Model,
  known: SaidNames,
  { clock, skew, start, lost, unlogged, faults, complete }: Mapping,
): LogRules {
  return {
    ...{ clock, skew, start, lost, unlogged },
    faults: faults.map(({ kind, upTo }) => ({ kind, upTo, of: undefined })),
    complete: complete.map(({ kind, of, named }): Complete => ({
      kind,
      ...(of !== undefined && {
        of: new Set(of.flatMap((each) => entitiesLike(model, known, each))),
      }),
      ...(named !== undefined && { named: new Set(named.map(known.other)) }),
    })),
  };
}
