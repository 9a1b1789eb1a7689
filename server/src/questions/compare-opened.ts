/** Compares two opened models: their events, cut sets, entities, findings, scenarios and checks. */
import {
  type Change,
  type Result,
  type ResultChange,
  worstFirst,
} from '../../../language/src/analysis/compare/change.ts';
import { modelChanges } from '../../../language/src/analysis/compare/compare-models.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { increase } from '../../../language/src/model/common/increase.ts';
import { metricChanges } from './compare-metrics.ts';
import type { OpenedModel } from './files/open-models.ts';

/** Two versions of a model. */
export interface OpenedPair {
  readonly base: OpenedModel;
  readonly head: OpenedModel;
}

/** The results of scenarios and checks, by title. */
export interface Results {
  readonly scenario: ReadonlyMap<string, Result>;
  readonly check: ReadonlyMap<string, Result>;
}

/** Two versions as they were loaded. */
interface Loadeds {
  readonly base: Pick<OpenedModel, 'model' | 'findings'>;
  readonly head: Pick<OpenedModel, 'model' | 'findings'>;
}

/** Yields between pieces of work; returns the changes that follow from the models and their findings, unsorted. */
export function* openedChanges({ base, head }: Loadeds): Generator<undefined, Change[]> {
  const changes: Change[] = yield* modelChanges({ base: base.model, head: head.model });
  const metrics = metricChanges({ base: base.model, head: head.model });
  yield;
  return [...changes, ...metrics, ...findingChanges(base.findings, head.findings)];
}

/** Returns all changes, the worst first. */
export const allChanges = (changes: readonly Change[], before: Results, after: Results): Change[] =>
  worstFirst([
    ...changes,
    ...resultChanges('scenario', before.scenario, after.scenario),
    ...resultChanges('check', before.check, after.check),
  ]);

function resultChanges(
  kind: ResultChange['kind'],
  before: ReadonlyMap<string, Result>,
  after: ReadonlyMap<string, Result>,
): ResultChange[] {
  const titles = new Set([...after.keys(), ...before.keys()]);
  return [...titles].flatMap((title): ResultChange[] => {
    const [from, to] = [before.get(title), after.get(title)];
    return from === to ? [] : [{ kind, title, from, to }];
  });
}

/** A finding that is elsewhere in the text, but says the same, is no change. */
function findingChanges(before: readonly Finding[], after: readonly Finding[]): Change[] {
  const only = (side: 'base' | 'head', those: readonly Finding[], others: readonly Finding[]): Change[] => {
    const known = new Map<string, number>();
    for (const { code, message } of others) increase(known, `${code} ${message}`);
    return those.flatMap(({ code, severity, message }): Change[] => {
      const left = known.get(`${code} ${message}`) ?? 0;
      known.set(`${code} ${message}`, left - 1);
      return left > 0 ? [] : [{ kind: 'finding', in: side, severity, code, message }];
    });
  };
  return [...only('head', after, before), ...only('base', before, after)];
}
