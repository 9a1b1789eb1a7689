/**
 * Compares the consequences of two models: of every single event, and of the crashes that make a goal fail. Scenarios,
 * checks and findings are compared by whoever runs them.
 */
import type { Model } from '../../model/model.ts';
import { append } from '../../model/common/append.ts';
import { policiesOf } from '../facts/policies.ts';
import { startOf } from '../deletion/at-start.ts';
import type { CutSetChange, DoomedChange, EntityChange, Side } from './change.ts';
import { cutSetChanges } from './compare-cut-sets.ts';
import { doomedChanges } from './compare-starts.ts';
import { type Compared, type EventChange, eventChanges } from './compare-events.ts';

/** A change that follows from the models alone. */
export type ModelChange = EventChange | DoomedChange | CutSetChange | EntityChange;

/** Yields between pieces of work, and returns all changes, unsorted. */
export function* modelChanges(both: Compared): Generator<undefined, ModelChange[]> {
  const doomed = doomedChanges(both);
  yield;
  // What has ended at the start is not there for any event, and no event ends it.
  const begun: Compared = { base: startOf(both.base).model, head: startOf(both.head).model };
  const events = yield* eventChanges(begun);
  const cutSets = cutSetChanges(begun);
  yield;
  return [...doomed, ...events, ...cutSets, ...entityChanges(both)];
}

function entityChanges({ base, head }: Compared): EntityChange[] {
  const change = (side: Side, model: Model, other: Model): EntityChange[] => {
    const known = new Map(other.entities.map(({ name, kind }) => [name, kind]));
    const added = new Map<EntityChange['entityKind'], string[]>();
    for (const { name, kind } of model.entities) if (known.get(name) !== kind) append(added, kind, name);
    const policies = new Set(policiesOf(other).map(({ name }) => name));
    for (const { name } of policiesOf(model)) if (!policies.has(name)) append(added, 'policy', name);
    return [...added].map(([entityKind, entities]) => ({ kind: 'entity', in: side, entityKind, entities }));
  };
  return [...change('head', head, base), ...change('base', base, head)];
}
