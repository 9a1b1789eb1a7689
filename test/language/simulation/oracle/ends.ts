/**
 * Creation and end of entities in the world of the second executor; the effects of a crash are those of the naive crash
 * by names.
 */
import type { Policy } from '../../../../language/src/model/policy.ts';
import { naiveCrash } from '../../analysis/crash/naive-crash.ts';
import { standingsOf, takenAlong } from './ending.ts';
import { beginLeases } from './leases.ts';
import { setVariables } from './variables.ts';
import { parentOf } from './places.ts';
import { finish, lose, modelNow, tell } from './losing.ts';
import { forgetHistories } from './microsteps.ts';
import { lacksHost, lacksToStart } from './starting.ts';
import type { Moment } from './reached.ts';
import { vetoed } from './refusing.ts';
import { swept } from './swept.ts';
import { endInOrder, holdBack } from './teardown.ts';
import { isAlive, type Scene } from './world.ts';

const joins = new Set(['holds', 'manages', 'requests', 'maps', 'owns', 'refers']);

/** Returns true if a relation joins two incarnations, and comes to life with the one that carries it. */
export const isCarried = (kind: string): boolean => joins.has(kind);

/** Creates the declared relations carried by entities that have just been created. */
export function linkDeclared(scene: Scene, isRevived: (carrier: number) => boolean, only?: number): void {
  const { world, model } = scene;
  for (const { id, kind, source, target, as, notify } of model.relations) {
    const [carrier, other] = kind === 'owns' ? [target, source] : [source, target];
    if (!joins.has(kind) || (only ?? id) !== id || !isRevived(carrier) || !isAlive(scene, carrier)) continue;
    if (!isAlive(scene, other) && kind !== 'owns' && kind !== 'refers') continue;
    const [sourceLife, targetLife] = [world.lives[source]?.count ?? 0, world.lives[target]?.count ?? 0];
    world.bonds.push({
      kind,
      source,
      target,
      as: as ?? null,
      notify: notify ?? null,
      key: null,
      least: null,
      sourceLife,
      targetLife,
      declared: id,
    });
  }
}

/** Creates one entity without its nested ones, unless it lacks what it needs for that. */
export function create(scene: Scene, entity: number): void {
  if (isAlive(scene, entity)) return;
  if (isRefusedStart(scene, entity)) return;
  scene.reach('entity created');
  revive(scene, [entity], false);
}

function isRefusedStart(scene: Scene, entity: number): boolean {
  const none = new Set<number>();
  if (!lacksToStart(scene, entity, none)) return false;
  scene.reach(lacksHost(scene, entity, none) ? 'start without its host' : 'start that lacks a need');
  return true;
}

/** Restarts an ended entity: a PD with what it hosts, its spaces and their resources. */
export function restart(scene: Scene, entity: number): void {
  const { model, world } = scene;
  const life = world.lives[entity];
  if (life === undefined || life.alive || !life.existed || life.halted) return;
  if (isRefusedStart(scene, entity)) return;
  const back = new Set([entity]);
  const isBroughtBy = (id: number, by: number): boolean => {
    if (model.relations.some(({ kind, source, target }) => kind === 'manages' && source === by && target === id))
      return true;
    // A node only locates objects; they do not come back with it.
    return parentOf(scene, id) === by && (model.entities[id]?.kind !== 'object' || model.entities[by]?.kind !== 'node');
  };
  const candidates = (): number[] =>
    model.entities
      .map(({ id }) => id)
      .filter((id) => {
        const other = world.lives[id];
        if (back.has(id) || other?.existed !== true || other.alive || other.halted) return false;
        return [...back].some((by) => isBroughtBy(id, by));
      });
  const next = (): number | undefined => candidates().find((id) => !lacksToStart(scene, id, back));
  for (let id = next(); id !== undefined; id = next()) back.add(id);
  if (candidates().length > 0) scene.reach('hosted entity that stays dead');
  if ([...back].some((id) => id !== entity && model.entities[id]?.kind === 'pd')) scene.reach('hosted PD restarted');
  revive(
    scene,
    [...back].sort((x, y) => x - y),
    true,
  );
}

function revive(scene: Scene, entities: readonly number[], isRestart: boolean): void {
  const { world, model } = scene;
  for (const id of entities) {
    const count = (world.lives[id]?.count ?? 0) + 1;
    world.lives[id] = { alive: true, existed: true, doomed: false, crashed: false, halted: false, count, begins: '' };
    Reflect.deleteProperty(world.modes, String(id));
  }
  world.losses = world.losses.filter(([pd]) => !entities.includes(pd));
  linkDeclared(scene, (carrier) => entities.includes(carrier));
  beginLeases(scene, entities);
  for (const entity of entities) {
    if (model.entities[entity]?.machine === undefined) continue;
    setVariables(scene, entity, isRestart ? 'restart' : 'create');
    if (!isRestart) forgetHistories(scene, entity, false);
    const life = world.lives[entity];
    if (life !== undefined) life.begins = isRestart ? 'restarted' : 'created';
  }
}

/** Crashes PDs and nodes in one event, with everything that a policy destroys with them. */
export function crash(scene: Scene, all: readonly number[], isFinal: boolean, policy: Policy = scene.policy): void {
  const { model, world, reach } = scene;
  const isKind = (id: number, ...kinds: readonly string[]): boolean => kinds.includes(model.entities[id]?.kind ?? '');
  const struck = [...new Set(all)].filter((id) => isAlive(scene, id) && isKind(id, 'pd', 'node'));
  if (struck.length === 0) return;
  if (struck.length > 1) reach('several crashed at once');
  if (struck.some((id) => isKind(id, 'node'))) reach('node crashed');
  const isOnNode = (id: number): boolean => {
    const parent = parentOf(scene, id);
    return parent !== undefined && ((struck.includes(parent) && isKind(parent, 'node')) || isOnNode(parent));
  };
  const crashed = new Set(struck);
  for (const { id } of model.entities) if (isKind(id, 'pd', 'node') && isOnNode(id)) crashed.add(id);
  const { destroyed, notified } = naiveCrash(modelNow(scene), struck, policy);
  const idOf = (name: string): number => model.entities.findIndex((each) => each.name === name);
  const ended = destroyed.map(idOf);
  for (const id of ended) {
    finish(scene, id);
    const life = world.lives[id];
    if (life === undefined || !crashed.has(id)) continue;
    life.crashed = true;
    life.halted ||= isFinal;
  }
  if (ended.length > 1) reach('crash that takes others along');
  if (ended.some((id) => world.bonds.some((bond) => bond.kind === 'dies with' && bond.source === id)))
    reach('fate of a crash');
  lose(scene, ended);
  // Such as `server freed files.a by client` and `server lost files`.
  for (const line of notified) {
    const [manager = '', event = '', subject = '', , by] = line.split(' ');
    tell(scene, idOf(manager), event, by === undefined ? [idOf(subject)] : [idOf(subject), idOf(by)]);
  }
}

/** Destroys in order, together with all that goes with it; what has to wait for something else is only doomed. */
export function destroy(scene: Scene, targets: readonly number[]): void {
  const gone = [...takenAlong(standingsOf(scene, {}), targets)].sort((a, b) => a - b);
  if (gone.length === 0) return;
  scene.reach('orderly destruction');
  const step = { ending: gone, named: targets, isEviction: false, policy: scene.policy };
  if (vetoed(scene, step).length > 0) return;
  if (gone.some((id) => scene.world.bonds.some(({ kind, source }) => kind === 'stops with' && source === id)))
    scene.reach('end that spreads');
  endInOrder(scene, holdBack(scene, gone));
}

/** Destroys every object that no root reaches, and what ends with these; what is protected counts as a root. */
export function collect(scene: Scene, moment: Moment): void {
  const find = (): number[] => {
    const { ending, found } = swept(scene, moment);
    return holdBack(scene, ending, (id) => (found.includes(id) ? 'collect' : 'taken'));
  };
  const first = find();
  scene.reach(first.length > 0 ? 'collection that swept' : 'collection that kept all');
  endInOrder(scene, first, find);
}
