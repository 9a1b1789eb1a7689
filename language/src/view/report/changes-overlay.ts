/**
 * The differences between two versions of a model as an overlay of their joined graph: each difference is a step, which
 * marks whom it hits and what causes it.
 */
import { type Change, type Direction, directionOf } from '../../analysis/compare/change.ts';
import { append } from '../../model/common/append.ts';
import type { Model, Sources } from '../../model/model.ts';
import { changeWords } from './change-words.ts';
import {
  changeEffects,
  type ChangeEffectKind,
  type PlanEffect,
  type PlanOverlay,
  type ReasonLink,
  reasonOf,
} from './plan-overlay.ts';
import type { ChangesQuestion } from './question.ts';

/** Both versions; `base` is the earlier one. */
export interface OverlaidPair {
  readonly base: { readonly model: Model; readonly sources: Sources };
  readonly head: { readonly model: Model; readonly sources: Sources };
}

/** The most differences that are steps of their own. */
export const mostDifferences = 500;

const effectOf: Readonly<Record<Direction, ChangeEffectKind>> = { worse: 'worse', better: 'better', other: 'changed' };

/** Returns the overlay; the changes are the worst first. */
export function changesOverlay(changes: readonly Change[], both: OverlaidPair, question: ChangesQuestion): PlanOverlay {
  const shown = changes.slice(0, mostDifferences);
  const effects = new Map<string, PlanEffect[]>();
  for (const [index, change] of shown.entries()) {
    const [detail, because] = [changeWords(change), reasonsOf(change, both)];
    const [explained] = hitBy(change);
    for (const name of new Set(hitBy(change))) {
      const own = name === explained ? because : [];
      append(effects, name, { kind: kindOf(change), step: index + 1, detail, because: own });
    }
    for (const name of causesOf(change)) append(effects, name, { kind: 'cause', step: index + 1, detail, because: [] });
  }
  const [before, now] = [namesIn(both.base.model), namesIn(both.head.model)];
  const names = [...now, ...[...before].filter((name) => !now.has(name))];
  for (const name of names) {
    if (before.has(name) && now.has(name)) continue;
    const kind = now.has(name) ? 'added' : 'removed';
    if (effects.get(name)?.some((effect) => effect.kind === kind) !== true)
      append(effects, name, { kind, because: [] });
  }
  const bySeverity = (one: PlanEffect, other: PlanEffect): number => severityOf(one) - severityOf(other);
  return {
    question,
    event: question.name,
    steps: shown.length,
    differences: shown.map((change) => ({ text: changeWords(change), direction: directionOf(change) })),
    omitted: changes.length - shown.length,
    marks: names.flatMap((name) => {
      const own = effects.get(name);
      return own === undefined ? [] : [{ name, effects: own.toSorted(bySeverity) }];
    }),
    dropped: [],
    droppedCount: 0,
  };
}

const kinds: readonly string[] = changeEffects;
const severityOf = ({ kind }: PlanEffect): number => kinds.indexOf(kind);

const namesIn = ({ entities }: Model): ReadonlySet<string> => new Set(entities.map(({ name }) => name));

function kindOf(change: Change): ChangeEffectKind {
  if (change.kind !== 'entity') return effectOf[directionOf(change)];
  return change.in === 'head' ? 'added' : 'removed';
}

/** Returns the names of those that a change hits; the first is the one that its reason explains. */
function hitBy(change: Change): readonly string[] {
  switch (change.kind) {
    case 'fate':
    case 'doomed':
    case 'refusal':
    case 'deadlock':
    case 'entity':
      return change.entities;
    case 'order':
      return change.pairs.flat();
    case 'cut set':
      return change.goal.subjects;
    case 'metric':
    case 'scenario':
    case 'check':
    case 'finding':
      return [];
  }
}

/** Returns the names of those whose crash or end makes the difference. */
function causesOf(change: Change): readonly string[] {
  if (change.kind === 'cut set') return [...new Set(change.sets.flat())];
  if (!('events' in change)) return [];
  return change.events.flatMap(({ name }) => (name === '' ? [] : [name]));
}

/** Returns why a change happens; facts of the earlier version say so. */
function reasonsOf(change: Change, both: OverlaidPair): readonly ReasonLink[] {
  if (!('reason' in change)) return [];
  const { side, because } = change.reason;
  const { sources } = both[side];
  return because.map((fact) => {
    const reason = reasonOf(sources, fact);
    return side === 'head' ? reason : { ...reason, text: `${reason.text} (before)` };
  });
}
