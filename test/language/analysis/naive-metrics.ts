/**
 * A second implementation of the isolation metrics, from their definitions, with sets and tables of pairs. Deliberately
 * slow and simple; shares no code with the analysis.
 */
import type { Model } from '../../../language/src/model/model.ts';

/** The existing part of a model. Default: everything that is not absent. */
export type Living = ReadonlySet<number>;

/** Returns the living entities of a model as declared. */
export function living({ entities }: Model): Living {
  return new Set(entities.filter(({ absent }) => !absent).map(({ id }) => id));
}

/** Returns the type of a resource: its own, otherwise that of its space. */
function naiveType({ entities }: Model, resource: number): string | undefined {
  const { type, parent } = entities[resource] ?? {};
  const around = entities[parent ?? -1];
  return type ?? (around?.kind === 'space' ? around.type : undefined);
}

/** Returns the resources that a PD reaches through holds and maps, at hop 0 those it holds; up to `most` hops. */
export function naiveReached(model: Model, pd: number, most = Infinity): Map<number, number> {
  const alive = living(model);
  const reached = new Map<number, number>();
  if (!alive.has(pd) || model.entities[pd]?.kind !== 'pd') return reached;
  for (const { kind, source, target } of model.relations) {
    const isHeld = kind === 'holds' && source === pd && model.entities[target]?.kind === 'resource';
    if (isHeld && alive.has(target)) reached.set(target, 0);
  }
  for (let hop = 1; hop <= Math.min(most, model.entities.length); hop++) {
    for (const { kind, source, target } of model.relations) {
      const isMap = kind === 'maps' && model.entities[target]?.kind === 'resource';
      if (isMap && reached.get(source) === hop - 1 && alive.has(target) && !reached.has(target)) {
        reached.set(target, hop);
      }
    }
  }
  return reached;
}

/** Returns the shared and all resources of a type (or of all) that two PDs reach. */
export function naiveRsi(
  model: Model,
  [first, second]: readonly [number, number],
  type: string | undefined,
  most = Infinity,
): { readonly shared: number; readonly all: number } {
  const counts = (id: number): boolean => type === undefined || naiveType(model, id) === type;
  const a = new Set([...naiveReached(model, first, most).keys()].filter(counts));
  const b = new Set([...naiveReached(model, second, most).keys()].filter(counts));
  return { shared: [...a].filter((id) => b.has(id)).length, all: new Set([...a, ...b]).size };
}

/** Returns the least number of requests from each PD to each other, 0 to itself. */
export function requestDistances(model: Model): Map<number, Map<number, number>> {
  const { entities, relations } = model;
  const alive = living(model);
  const is = (id: number, kind: string): boolean => entities[id]?.kind === kind && alive.has(id);
  const related = (pd: number, space: number, ...kinds: readonly string[]): boolean =>
    relations.some(({ kind, source, target }) => source === pd && target === space && kinds.includes(kind));
  const pds = entities.filter(({ id }) => is(id, 'pd')).map(({ id }) => id);
  const asks = (p: number, q: number): boolean =>
    relations.some(({ kind, source, target }) => {
      if (source !== p || !alive.has(target)) return false;
      if (kind === 'requests' && is(target, 'space')) return related(q, target, 'manages');
      if (kind === 'requests' && target === q) return true;
      if (kind !== 'holds' || !is(target, 'resource')) return false;
      const space = entities[target]?.parent ?? -1;
      if (!is(space, 'space') || related(p, space, 'manages', 'holds')) return false;
      return related(q, space, 'manages', 'holds');
    });
  const table = new Map(pds.map((p) => [p, new Map(pds.map((q) => [q, p === q ? 0 : asks(p, q) ? 1 : Infinity]))]));
  const length = (p: number, q: number): number => table.get(p)?.get(q) ?? Infinity;
  for (const via of pds) {
    for (const p of pds) {
      for (const q of pds) table.get(p)?.set(q, Math.min(length(p, q), length(p, via) + length(via, q)));
    }
  }
  return table;
}

/** Returns the fault radius from such a table: over all common ancestors, at least 1; or Infinity. */
export function naiveFaultRadius(distances: Map<number, Map<number, number>>, first: number, second: number): number {
  const far = (p: number, a: number): number => {
    const distance = distances.get(p)?.get(a) ?? Infinity;
    return Math.max(1, distance);
  };
  const common = [...distances.keys()].filter((a) => far(first, a) < Infinity && far(second, a) < Infinity);
  return Math.min(Infinity, ...common.map((a) => Math.min(far(first, a), far(second, a))));
}
