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
import { wordList } from '../../model/word-list.ts';

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
      return `${change.in === 'head' ? 'new' : 'resolved'} ${change.severity} ${change.code}: ${change.message}`;
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
  const shown = names.length <= most ? names : [...names.slice(0, most), `${String(names.length - most)} more`];
  return wordList(shown, word);
}

/** Returns events as a subject, such as "crash of a or the new b". */
function eventWords(events: readonly ComparedEvent[], most = mostNames): string {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  return listed(
    kinds.map((kind) => {
      const names = events.filter((event) => event.kind === kind).map(nameOfEvent);
      if (kind === 'teardown') return 'teardown of everything';
      if (kind === 'start') return 'start';
      return `${kind} of ${listed(names, most, 'or')}`;
    }),
    kinds.length,
    'or',
  );
}

function nameOfEvent({ name, in: side }: ComparedEvent): string {
  if (side === undefined) return name;
  return side === 'head' ? `the new ${name}` : `the former ${name}`;
}

const verbs: Readonly<Record<ComparedFate, string>> = {
  destroyed: 'destroys',
  broken: 'breaks',
  degraded: 'degrades',
  dangling: 'leaves dangling references in',
  untouched: 'spares',
  absent: 'misses',
};

function fateWords({ events, entities, from, to, policies }: FateChange, most: number): string {
  const names = listed(entities, most);
  if (events[0]?.kind === 'start') return startWords({ entities, from, to }, names);
  const subject = eventWords(events, most);
  const word = policies?.length === 1 ? 'policy' : 'policies';
  const under = policies === undefined ? '' : ` under the ${word} ${listed(policies, most)}`;
  if (from === 'absent') return `${subject} ${verbs[to]} the new ${names}${under}`;
  if (to === 'untouched') return `${subject} no longer ${verbs[from]} ${names}${under}`;
  if (from === 'untouched') return `${subject} now ${verbs[to]} ${names}${under}`;
  const isBetter = comparedFates.indexOf(to) > comparedFates.indexOf(from);
  return `${subject} now ${isBetter ? 'only ' : ''}${verbs[to]} ${names}${under} (before: ${from})`;
}

function startWords({ entities, from, to }: Pick<FateChange, 'entities' | 'from' | 'to'>, names: string): string {
  const are = entities.length === 1 ? 'is' : 'are';
  if (from === 'absent') return `the new ${names} ${are} ${to} before anything happens`;
  return to === 'untouched'
    ? `${names} ${are} no longer ${from} before anything happens`
    : `${names} ${are} now ${to} before anything happens`;
}

function orderWords({ events, pairs, count }: OrderChange, most: number): string {
  const [pair] = pairs;
  const event = eventWords(events, most);
  if (count === 1 && pair !== undefined)
    return `${pair[0]} and ${pair[1]} changed places in the ${event}: ${pair[0]} goes first now`;
  const some = pairs.map(([before, after]) => `${before} now goes before ${after}`).join(', ');
  const rest = count > pairs.length ? `, and ${String(count - pairs.length)} more pairs` : '';
  return `${String(count)} pairs changed places in the ${event}: ${some}${rest}`;
}

function blockWords({ kind, events, in: side, entities, isStill }: BlockChange, most: number): string {
  const [event, names] = [eventWords(events, most), listed(entities, most)];
  if (isStill === true) return `${event} is still refused, ${side === 'head' ? 'now also' : 'no longer'} by ${names}`;
  if (kind === 'refusal')
    return side === 'head'
      ? `${event} is now refused: ${names} prevents it`
      : `${event} is no longer refused for ${names}`;
  return side === 'head'
    ? `new deadlock on ${event}: ${names} waits forever`
    : `${event} no longer deadlocks at ${names}`;
}

function cutSetWords({ goal, in: side, sets, instead }: CutSetChange, most: number): string {
  const wanted = `${listed(goal.subjects, most)} ${goal.subjects.length === 1 ? 'needs' : 'need'} ${listed(goal.needs, most)}`;
  if (sets.some((set) => set.length === 0))
    return `${wanted}: ${side === 'head' ? 'fails now before anything crashes' : 'no longer fails before anything crashes'}`;
  const texts = listed(
    sets.map((set) => listed(set, set.length)),
    most,
    'or',
  );
  const alone = sets.every((set) => set.length === 1) ? ' alone' : ' together';
  const before =
    instead.length === 0
      ? ''
      : ` (${side === 'head' ? 'before' : 'now'}: ${listed(
          instead.map((set) => listed(set, set.length)),
          most,
          'or',
        )})`;
  return side === 'head'
    ? `${wanted}: the crash of ${texts}${alone} is now enough to make it fail${before}`
    : `${wanted}: the crash of ${texts}${alone} is no longer enough to make it fail${before}`;
}

const kindWords: Readonly<Record<EntityChange['entityKind'], readonly [one: string, many: string]>> = {
  pd: ['PD', 'PDs'],
  node: ['node', 'nodes'],
  space: ['space', 'spaces'],
  resource: ['resource', 'resources'],
  object: ['object', 'objects'],
  region: ['region', 'regions'],
  policy: ['policy', 'policies'],
};

function entityWords({ in: side, entityKind, entities }: EntityChange, most: number): string {
  const [one, many] = kindWords[entityKind];
  const kind = entities.length === 1 ? one : many;
  return `${side === 'head' ? 'added' : 'removed'} ${kind}: ${listed(entities, most)}`;
}

function doomedWords({ entities, from, to }: DoomedChange, most: number): string {
  const names = listed(entities, most);
  const is = entities.length === 1 ? 'is' : 'are';
  const words: Readonly<Record<AtStart, string>> = {
    ended: `doomed and gone before anything happens`,
    ending: `doomed at the start, and held up`,
    absent: `absent at the start`,
    there: '',
  };
  const before = { ended: ' (before: gone)', ending: ' (before: held up)', absent: ' (before: absent)', there: '' };
  if (to === 'there') return `${names} ${is} no longer ${words[from]}`;
  return `${names} ${is} now ${words[to]}${before[from]}`;
}

function metricWords({ metric, budget, from, to, title }: MetricChange): string {
  const wanted = `which "${title}" wants ${budget}`;
  if (to === undefined) return `${metric}, ${wanted}, has no value any more (before: ${from?.value ?? 'none'})`;
  const before = from === undefined ? '' : ` (before: ${from.value})`;
  return `${metric} is ${to.value} now${before}, ${to.isWithin ? 'within' : 'outside'} its budget: ${budget} in "${title}"`;
}

function resultWords({ kind, title, from, to }: ResultChange): string {
  const name = `${kind} "${title}"`;
  if (to === undefined) return `${name} is gone${from === undefined ? '' : ` (before: ${from})`}`;
  if (from === undefined) return `new ${name}: ${to}`;
  const resultVerbs: Readonly<Record<Result, string>> = {
    passed: 'passes',
    failed: 'fails',
    undecided: 'is undecided',
  };
  return `${name} ${resultVerbs[to]} now (before: ${from})`;
}
