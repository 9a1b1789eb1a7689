/** Refusals in the world of the second executor, from the section "Protection" of the language reference. */
import type { Policy } from '../../../../language/src/model/policy.ts';
import { wordIn } from './ending.ts';
import { setting } from './evaluate.ts';
import { type Bond, isAlive, type Scene } from './world.ts';

/** A step that would end something. */
export interface EndingStep {
  readonly ending: readonly number[];
  readonly named: readonly number[];
  readonly isEviction: boolean;
  readonly policy: Policy;
}

/** Returns what may not end, although a step would end it; a step with any is refused as a whole. */
export function vetoed(scene: Scene, { ending, named, isEviction, policy }: EndingStep): number[] {
  const { world, model, reach } = scene;
  if (policy.protection === 'ignore') return [];
  const kept = ending.filter((id) => model.entities[id]?.protected === true);
  if (kept.length > 0) reach('end that is refused');
  const isNamedOnly = (id: number): boolean => wordIn(setting(scene, id, 'protection') ?? null) === 'named';
  const forbidden = named.filter((id) => ending.includes(id) && isNamedOnly(id));
  if (forbidden.length > 0) reach('end refused because it is named');
  const isLeft = (id: number): boolean => isAlive(scene, id) && world.lives[id]?.doomed !== true;
  const isTorn = (id: number): boolean => scene.torn.includes(id) || scene.waiting?.has(id) === true;
  const vetoing = world.bonds.filter(
    ({ kind, source, as }) =>
      kind === 'protects' && isAlive(scene, source) && !ending.includes(source) && (as !== 'eviction' || isEviction),
  );
  if (vetoing.some(({ source }) => isTorn(source))) reach('protector that is being torn down');
  const asked = vetoing.filter(({ source }) => !isTorn(source));
  const isOf = (one: Bond, other: Bond): boolean =>
    one === other || (one.source === other.source && one.key !== null && one.key === other.key);
  const lost = asked.flatMap((bond) => {
    const targets = asked.filter((other) => isOf(bond, other)).map(({ target }) => target);
    const going = targets.filter((id) => isLeft(id) && ending.includes(id));
    const staying = targets.filter((id) => isLeft(id) && !ending.includes(id));
    if (going.length === 0 || staying.length >= Math.min(bond.least ?? 1, targets.length)) return [];
    reach(bond.as === 'eviction' ? 'eviction that is refused' : 'end refused by a protector');
    if (bond.key !== null) reach('end refused by a number');
    return going;
  });
  return [...new Set([...kept, ...forbidden, ...lost])];
}
