/**
 * Orderly ends in the world of the second executor: in layers, with notifications, blocks, and the objects they make
 * unreachable.
 */
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { naiveOrder } from '../../analysis/teardown/naive-order.ts';
import { heldBack } from './ending.ts';
import { finish, lose, modelNow, tell } from './losing.ts';
import { unreachedFrom } from './reached.ts';
import { fatesBut, swept } from './swept.ts';
import { type EndMode, entityOf, isAlive, isCurrent, type Scene } from './world.ts';

/** Ends entities together, then what the blocks end, and what becomes unreachable. */
export function endInOrder(scene: Scene, ended: readonly number[], next: () => readonly number[] = () => []): void {
  if (scene.waiting !== undefined) {
    ended.forEach((id) => scene.waiting?.add(id));
    return;
  }
  for (let sentenced = ended; sentenced.length > 0;) {
    scene.waiting = new Set<number>();
    scene.torn = sentenced;
    const left = endRound(scene, sentenced);
    scene.torn = [];
    const asked = scene.waiting;
    scene.waiting = undefined;
    const lost = left.filter((id) => !asked.has(id) && isAlive(scene, id));
    const collected = lost.length > 0 ? swept(scene, 'demand') : undefined;
    const kept = collected?.kept ?? new Set<number>();
    const found = lost.filter((id) => collected?.ending.includes(id));
    const waiting = [...[...asked].filter((id) => isAlive(scene, id)), ...found];
    const along = fatesBut(scene, waiting, kept);
    const modeOf = (id: number): EndMode =>
      found.includes(id) ? 'collect' : kept.size > 0 && along.includes(id) ? 'taken' : 'destroy';
    if (waiting.length > 0) scene.reach('round after the blocks');
    const together = [...waiting, ...along].sort((a, b) => a - b);
    sentenced = waiting.length > 0 ? holdBack(scene, together, modeOf) : next();
  }
}

/**
 * Dooms those of some entities that have to wait for something else, each in a mode unless it already ends in a stronger
 * one; returns the others.
 */
export function holdBack(
  scene: Scene,
  ids: readonly number[],
  modeOf: (id: number) => EndMode = () => 'destroy',
): number[] {
  const { world, reach } = scene;
  const held = heldBack(scene, ids);
  if (held.length > 0) reach('end that waits');
  for (const id of held) {
    const before = world.modes[id];
    const mode = modeOf(id);
    if (mode === 'collect' && before !== 'destroy') reach('object found by a collection that waits');
    if (before !== 'destroy' && !(before === 'taken' && mode === 'collect')) world.modes[id] = mode;
    const life = world.lives[id];
    if (life !== undefined) life.doomed = true;
  }
  return ids.filter((id) => !held.includes(id));
}

/** Returns what the blocks have made unreachable. */
function endRound(scene: Scene, ended: readonly number[]): readonly number[] {
  const { world, model, reach } = scene;
  for (const id of ended) {
    const life = world.lives[id];
    if (life !== undefined) life.doomed = true;
  }
  const layers = layersOf(modelNow(scene), ended);
  const told = toldOf(scene, ended);
  for (const of of layers.toReversed().flat()) {
    const subscribers = world.bonds.filter(({ kind, target }) => kind === 'destroyed after' && target === of);
    const calls = subscribers.flatMap(({ source, notify }) =>
      notify !== null && isAlive(scene, source) ? [{ source, notify }] : [],
    );
    for (const [index, { source, notify }] of calls.entries()) {
      if (calls.findIndex((each) => each.source === source && each.notify === notify) < index) continue;
      const called = model.entities[source]?.actions.find(({ name }) => name === notify);
      reach('told by "destroyed after"');
      const names = { [called?.parameters[0] ?? '']: entityOf(of) };
      scene.perform(scene, { self: source, names }, called?.body ?? []);
    }
  }
  const left: number[] = [];
  let gone: number[] = [];
  for (const layer of layers) {
    const blocks = layer.filter((id) => (model.entities[id]?.destructor ?? []).length > 0);
    if (blocks.length > 0) {
      // Lost together, as nothing can observe the state in between.
      lose(scene, gone);
      gone = [];
      const known = unreachedFrom(scene, 'demand');
      for (const id of blocks) {
        reach('block "on destroy"');
        scene.perform(scene, { self: id, names: {} }, model.entities[id]?.destructor ?? []);
      }
      left.push(...unreachedFrom(scene, 'demand').filter((id) => !known.includes(id)));
    }
    for (const id of layer) finish(scene, id);
    gone.push(...layer);
  }
  lose(scene, gone);
  for (const each of told) tell(scene, ...each);
  return left;
}

/** Returns the layers of an order, each as early as possible. */
function layersOf(model: Model, ended: readonly number[]): number[][] {
  const { pairs } = naiveOrder(model, new Set(ended), defaultPolicy);
  const layers: number[][] = [];
  let open = [...ended].sort((a, b) => a - b);
  while (open.length > 0) {
    const layer = open.filter((id) => !open.some((other) => pairs.has(`${other} ${id}`)));
    layers.push(layer);
    open = open.filter((id) => !layer.includes(id));
  }
  return layers;
}

/** Returns the notifications of surviving managers: freed resources and lost spaces. */
function toldOf(
  scene: Scene,
  ended: readonly number[],
): Parameters<typeof tell> extends [Scene, ...infer R] ? R[] : never {
  const { world, model } = scene;
  const told: [manager: number, event: string, subjects: readonly number[]][] = [];
  const managers = (space: number): number[] =>
    world.bonds
      .filter((bond) => bond.kind === 'manages' && bond.target === space && isCurrent(world, bond))
      .map(({ source }) => source)
      .filter((manager) => isAlive(scene, manager) && !ended.includes(manager));
  for (const bond of world.bonds) {
    const { kind, source, target } = bond;
    const space = model.entities[target]?.parent;
    if (kind !== 'holds' || space === undefined || !isCurrent(world, bond)) continue;
    if (!ended.includes(source) || ended.includes(target) || !isAlive(scene, target)) continue;
    for (const manager of managers(space)) told.push([manager, 'freed', [target, source]]);
  }
  for (const space of ended) for (const manager of managers(space)) told.push([manager, 'lost', [space]]);
  return told;
}
