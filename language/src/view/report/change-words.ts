/** Changes of consequences between two models in words: one sentence each, without a full stop. */
import {
  type BlockChange,
  type Change,
  type AtStart,
  type ComparedEvent,
  type CutSetChange,
  type DoomedChange,
  type EntityChange,
  type ComparedFate,
  type FateChange,
  comparedFates,
  type MetricChange,
  type OrderChange,
  type Result,
  type ResultChange,
} from '../../analysis/compare/change.ts';
import type { Severity } from '../../model/finding.ts';
import { counted, wordList } from '../../model/common/word-list.ts';
import { t } from '../../model/common/translation.ts';

/** The most names that a sentence lists; the rest is counted. */
const mostNames = 12;

/** Returns a change in words. */
export function changeWords(change: Change, most = mostNames): string {
  switch (change.kind) {
    case 'fate':
      return fateWords(change, most);
    case 'order':
      return orderWords(change, most);
    case 'refusal':
    case 'deadlock':
      return blockWords(change, most);
    case 'cut set':
      return cutSetWords(change, most);
    case 'entity':
      return entityWords(change, most);
    case 'finding':
      return `${change.in === 'head' ? t`new` : t`resolved`} ${severityWords[change.severity]} ${change.code}: ${change.message}`;
    case 'doomed':
      return doomedWords(change, most);
    case 'metric':
      return metricWords(change);
    case 'scenario':
    case 'check':
      return resultWords(change);
  }
}

/** Returns names as a list; beyond some, only their number. */
function listed(names: readonly string[], most = mostNames, word: 'and' | 'or' = 'and'): string {
  const shown = names.length <= most ? names : [...names.slice(0, most), t`${String(names.length - most)} more`];
  return wordList(shown, word);
}

/** Returns events as a subject, such as "crash of a or the new b". */
function eventWords(events: readonly ComparedEvent[], most = mostNames): string {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  return listed(
    kinds.map((kind) => {
      const names = events.filter((event) => event.kind === kind).map(nameOfEvent);
      if (kind === 'teardown') return t`teardown of everything`;
      if (kind === 'start') return t`start`;
      return t`${kind} of ${listed(names, most, 'or')}`;
    }),
    kinds.length,
    'or',
  );
}

function nameOfEvent({ name, in: side }: ComparedEvent): string {
  if (side === undefined) return name;
  return side === 'head' ? t`the new ${name}` : t`the former ${name}`;
}

const verbs: Readonly<Record<ComparedFate, string>> = {
  destroyed: t`destroys`,
  broken: t`breaks`,
  degraded: t`degrades`,
  dangling: t`leaves dangling references in`,
  untouched: t`spares`,
  absent: t`misses`,
};

const severityWords: Readonly<Record<Severity, string>> = {
  error: t`error`,
  warning: t`warning`,
  information: t`information`,
  hint: t`hint`,
};

function fateWords({ events, entities, from, to, policies }: FateChange, most: number): string {
  const names = listed(entities, most);
  if (events[0]?.kind === 'start') return startWords({ entities, from, to }, names);
  const subject = eventWords(events, most);
  const word = policies?.length === 1 ? t`policy` : t`policies`;
  const under = policies === undefined ? '' : t` under the ${word} ${listed(policies, most)}`;
  if (from === 'absent') return t`${subject} ${verbs[to]} the new ${names}${under}`;
  if (to === 'untouched') return t`${subject} no longer ${verbs[from]} ${names}${under}`;
  if (from === 'untouched') return t`${subject} now ${verbs[to]} ${names}${under}`;
  const isBetter = comparedFates.indexOf(to) > comparedFates.indexOf(from);
  return t`${subject} now ${isBetter ? t`only ` : ''}${verbs[to]} ${names}${under} (before: ${from})`;
}

function startWords({ entities, from, to }: Pick<FateChange, 'entities' | 'from' | 'to'>, names: string): string {
  const are = entities.length === 1 ? t`is` : t`are`;
  if (from === 'absent') return t`the new ${names} ${are} ${to} before anything happens`;
  return to === 'untouched'
    ? t`${names} ${are} no longer ${from} before anything happens`
    : t`${names} ${are} now ${to} before anything happens`;
}

function orderWords({ events, pairs, count }: OrderChange, most: number): string {
  const [pair] = pairs;
  const event = eventWords(events, most);
  if (count === 1 && pair !== undefined)
    return t`${pair[0]} and ${pair[1]} changed places in the ${event}: ${pair[0]} goes first now`;
  const some = pairs.map(([before, after]) => t`${before} now goes before ${after}`).join(', ');
  const rest = count > pairs.length ? t`, and ${counted(count - pairs.length, 'more pair')}` : '';
  return t`${String(count)} pairs changed places in the ${event}: ${some}${rest}`;
}

function blockWords({ kind, events, in: side, entities, isStill }: BlockChange, most: number): string {
  const [event, names] = [eventWords(events, most), listed(entities, most)];
  if (isStill === true)
    return t`${event} is still refused, ${side === 'head' ? t`now also` : t`no longer`} by ${names}`;
  if (kind === 'refusal')
    return side === 'head' ? t`${event} is now refused by ${names}` : t`${event} is no longer refused for ${names}`;
  return side === 'head'
    ? t`new deadlock on ${event}: ${names} ${entities.length === 1 ? t`waits` : t`wait`} forever`
    : t`${event} no longer deadlocks at ${names}`;
}

function cutSetWords({ goal, in: side, sets, instead }: CutSetChange, most: number): string {
  const wanted = `${listed(goal.subjects, most)} ${goal.subjects.length === 1 ? t`needs` : t`need`} ${listed(goal.needs, most)}`;
  if (sets.some((set) => set.length === 0))
    return `${wanted}: ${side === 'head' ? t`fails now before anything crashes` : t`no longer fails before anything crashes`}`;
  const texts = listed(
    sets.map((set) => listed(set, set.length)),
    most,
    'or',
  );
  const alone = sets.every((set) => set.length === 1) ? t` alone` : t` together`;
  const before =
    instead.length === 0
      ? ''
      : ` (${side === 'head' ? t`before` : t`now`}: ${listed(
          instead.map((set) => listed(set, set.length)),
          most,
          'or',
        )})`;
  return side === 'head'
    ? t`${wanted}: the crash of ${texts}${alone} is now enough to make it fail${before}`
    : t`${wanted}: the crash of ${texts}${alone} is no longer enough to make it fail${before}`;
}

const kindWords: Readonly<Record<EntityChange['entityKind'], readonly [one: string, many: string]>> = {
  pd: [t`PD`, t`PDs`],
  node: [t`node`, t`nodes`],
  space: [t`space`, t`spaces`],
  resource: [t`resource`, t`resources`],
  object: [t`object`, t`objects`],
  region: [t`region`, t`regions`],
  policy: [t`policy`, t`policies`],
};

function entityWords({ in: side, entityKind, entities }: EntityChange, most: number): string {
  const [one, many] = kindWords[entityKind];
  const kind = entities.length === 1 ? one : many;
  return `${side === 'head' ? t`added` : t`removed`} ${kind}: ${listed(entities, most)}`;
}

function doomedWords({ entities, from, to }: DoomedChange, most: number): string {
  const names = listed(entities, most);
  const is = entities.length === 1 ? t`is` : t`are`;
  const words: Readonly<Record<AtStart, string>> = {
    ended: t`doomed and gone before anything happens`,
    ending: t`doomed at the start, and held up`,
    absent: t`absent at the start`,
    there: '',
  };
  const before = { ended: t` (before: gone)`, ending: t` (before: held up)`, absent: t` (before: absent)`, there: '' };
  if (to === 'there') return t`${names} ${is} no longer ${words[from]}`;
  return t`${names} ${is} now ${words[to]}${before[from]}`;
}

function metricWords({ metric, budget, from, to, title }: MetricChange): string {
  const wanted = t`which "${title}" wants ${budget}`;
  if (to === undefined) return t`${metric}, ${wanted}, has no value any more (before: ${from?.value ?? t`none`})`;
  const before = from === undefined ? '' : t` (before: ${from.value})`;
  return t`${metric} is ${to.value} now${before}, ${to.isWithin ? t`within` : t`outside`} its budget: ${budget} in "${title}"`;
}

const resultWordOf: Readonly<Record<Result, string>> = {
  passed: t`passed`,
  failed: t`failed`,
  undecided: t`undecided`,
};

function resultWords({ kind, title, from, to }: ResultChange): string {
  const name = `${kind} "${title}"`;
  if (to === undefined) return t`${name} is gone${from === undefined ? '' : t` (before: ${resultWordOf[from]})`}`;
  if (from === undefined) return t`new ${name}: ${resultWordOf[to]}`;
  const resultVerbs: Readonly<Record<Result, string>> = {
    passed: t`passes`,
    failed: t`fails`,
    undecided: t`is undecided`,
  };
  return t`${name} ${resultVerbs[to]} now (before: ${resultWordOf[from]})`;
}
