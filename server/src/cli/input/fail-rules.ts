/** The rules of `--fail-on`: which changes make a comparison fail. */
import { type Change, directionOf, type ComparedFate } from '../../../../language/src/analysis/compare/change.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from './command.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';

/** A rule, as the user wrote it. */
export interface FailRule {
  readonly text: string;
  readonly matches: (change: Change) => boolean;
}

const isWorseFate =
  (fate: ComparedFate) =>
  (change: Change): boolean =>
    change.kind === 'fate' && change.to === fate && directionOf(change) === 'worse';

/** A goal without spares has no cut sets of its own in a comparison: what breaks it when it crashes is one. */
const isNewPoint = (change: Change): boolean =>
  isWorseFate('broken')(change) && change.kind === 'fate' && change.events.some(({ kind }) => kind === 'crash');

const isResult =
  (kind: 'scenario' | 'check') =>
  (change: Change): boolean =>
    change.kind === kind && directionOf(change) === 'worse';

/** The rules by name, with a clause for the help. */
export const failRules: Readonly<Record<string, { readonly summary: string; readonly matches: FailRule['matches'] }>> =
  {
    worse: { summary: 'anything is worse', matches: (change) => directionOf(change) === 'worse' },
    'more-destroyed': { summary: 'an event destroys more', matches: isWorseFate('destroyed') },
    'more-broken': { summary: 'an event breaks more', matches: isWorseFate('broken') },
    'more-degraded': { summary: 'an event degrades more', matches: isWorseFate('degraded') },
    'more-doomed': {
      summary: 'something is doomed at the start',
      matches: (change) => change.kind === 'doomed' && directionOf(change) === 'worse',
    },
    'over-budget': {
      summary: 'a metric leaves its budget in a scenario or check',
      matches: (change) => change.kind === 'metric' && directionOf(change) === 'worse',
    },
    'new-cut-set': {
      summary: 'a goal has a new cut set; new-cut-set<=1 only of one',
      matches: (change) => (change.kind === 'cut set' && change.in === 'head') || isNewPoint(change),
    },
    'new-deadlock': {
      summary: 'an orderly end never ends',
      matches: (change) => change.kind === 'deadlock' && change.in === 'head',
    },
    'new-refusal': {
      summary: 'an orderly end is refused',
      matches: (change) => change.kind === 'refusal' && change.in === 'head' && change.isStill !== true,
    },
    'lost-protection': {
      summary: 'an orderly end is no longer refused',
      matches: (change) => change.kind === 'refusal' && change.in === 'base' && change.isStill !== true,
    },
    'order-changed': { summary: 'a teardown has another order', matches: (change) => change.kind === 'order' },
    'scenario-broken': { summary: 'a scenario no longer passes', matches: isResult('scenario') },
    'check-broken': { summary: 'a check no longer passes', matches: isResult('check') },
    'new-finding': {
      summary: 'a new error or warning',
      matches: (change) => change.kind === 'finding' && directionOf(change) === 'worse',
    },
  };

/** Returns the sizes of the cut sets that a change is about. */
const sizesOf = (change: Change): readonly number[] =>
  change.kind === 'cut set' ? change.sets.map(({ length }) => length) : [1];

/** Reads the values of `--fail-on`, each one or several rules with commas between them. */
export function readFailRules({ flags, lists }: Pick<Context, 'flags' | 'lists'>): Answer<readonly FailRule[]> {
  const rules: FailRule[] = [];
  for (const text of (lists.get('fail-on') ?? []).flatMap((value) => value.split(',')).map((each) => each.trim())) {
    const [, name = text, limit] = /^([a-z-]+)(?:<=(\d{1,3}))?$/u.exec(text) ?? [];
    const rule = Object.hasOwn(failRules, name) ? failRules[name] : undefined;
    if (rule === undefined || (limit !== undefined && name !== 'new-cut-set')) {
      const known = Object.keys(failRules);
      const meant = didYouMean(name, known);
      const advice = meant === '' ? ` The rules are ${known.join(', ')}.` : meant;
      return { refusal: `The option "--fail-on" knows no rule "${text}".${advice}` };
    }
    if (Number(limit ?? 1) === 0)
      return {
        refusal: `The rule "${text}" matches nothing: a cut set has at least one entity. Write new-cut-set<=1.`,
      };
    if (flags.has('quick') && (name === 'scenario-broken' || name === 'check-broken'))
      return { refusal: `With --quick the rule "${text}" matches nothing; leave one of them out.` };
    const isWithin = (change: Change): boolean =>
      limit === undefined || sizesOf(change).some((size) => size <= Number(limit));
    rules.push({ text, matches: (change) => rule.matches(change) && isWithin(change) });
  }
  return { value: rules };
}
