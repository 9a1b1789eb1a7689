/**
 * Deletion in the world of the second executor: the steps of one instant are those of `ending.ts`, the delays between
 * instants are kept here.
 */
import { endingAtLast, goOn, isHeldUp, isLost, sentence, standingsOf } from './ending.ts';
import { vetoed } from './refusing.ts';
import { endInOrder } from './teardown.ts';
import { type Due, type EndMode, isAlive, type Scene, schedule, takeBack, type World } from './world.ts';

type Deletion = Exclude<EndMode, 'destroy' | 'collect' | 'taken'>;

/** Returns the mode in which an object is deleted that nobody gives another. */
const ownMode = (scene: Scene, id: number): Deletion | undefined => standingsOf(scene, {}).all[id]?.own;

/** Begins the deletion of objects. */
export function deleteObjects(scene: Scene, targets: readonly number[], mode: Deletion | undefined): void {
  const { world, reach, policy } = scene;
  const modes = { ...world.modes };
  const living = targets.filter((each) => isAlive(scene, each));
  for (const id of living) {
    const before = modes[id];
    if (before === 'destroy' || before === 'collect' || before === 'taken') continue;
    const meant = mode ?? before ?? ownMode(scene, id) ?? policy.deletion;
    reach(meant === 'orphan' ? 'deletion that orphans' : `deletion in the ${meant}`);
    modes[id] = meant;
  }
  begin(scene, modes, { named: living, isEviction: false });
}

/** Evicts entities: objects are deleted, everything else is destroyed. */
export function evict(scene: Scene, targets: readonly number[]): void {
  const { world, model, policy } = scene;
  const modes = { ...world.modes };
  const living = targets.filter((each) => isAlive(scene, each));
  for (const id of living) {
    scene.reach('eviction');
    const isObject = model.entities[id]?.kind === 'object';
    modes[id] = isObject ? (world.modes[id] ?? ownMode(scene, id) ?? policy.deletion) : 'destroy';
  }
  begin(scene, modes, { named: living, isEviction: true });
}

/**
 * Returns what a step that names some entities would end sooner or later: what does not end with the ends under way, and
 * what ends with these entities alone.
 */
function endedBy(
  scene: Scene,
  modes: Record<string, EndMode>,
  named: readonly number[],
  stays: (abandoned: number) => boolean = (id) => isKept(scene, id),
): number[] {
  const before = endingAtLast(scene, scene.world.modes, stays);
  const alone = Object.fromEntries(Object.entries(modes).filter(([id]) => named.includes(Number(id))));
  const own = endingAtLast(scene, alone, () => true);
  if (own.some((id) => before.includes(id))) scene.reach('end of what is already ending');
  return [...new Set([...own, ...endingAtLast(scene, modes, stays).filter((id) => !before.includes(id))])];
}

function begin(
  scene: Scene,
  modes: Record<string, EndMode>,
  step: { readonly named: readonly number[]; readonly isEviction: boolean },
): void {
  const { policy, world, reach } = scene;
  if (vetoed(scene, { ...step, policy, ending: endedBy(scene, modes, step.named) }).length > 0) {
    if (!step.isEviction) reach('deletion that is refused');
    return;
  }
  world.modes = modes;
  settleDeletions(scene);
}

/** Begins the ends of what is declared as doomed; nothing is asked. */
export function beginDoomed(scene: Scene): void {
  const { model, world, policy, reach } = scene;
  for (const { id, kind, doomed, absent } of model.entities) {
    if (doomed !== true || absent) continue;
    reach('end under way at the start');
    world.modes[id] = kind === 'object' ? (ownMode(scene, id) ?? policy.deletion) : 'destroy';
  }
  settleDeletions(scene);
}

/** Deletes an object whose owners have all been absent for so long. */
export function deleteAbandoned(scene: Scene, entity: number, life: number): void {
  const { world, reach } = scene;
  if (!isAlive(scene, entity) || world.lives[entity]?.count !== life || world.modes[entity] !== undefined) return;
  if (!isLost(standingsOf(scene, {}), entity) || isKept(scene, entity)) return;
  reach('dependent deleted after its owners');
  world.modes[entity] = ownMode(scene, entity) ?? 'background';
}

/** Returns true if protection keeps an object that has lost all its owners. */
function isKept(scene: Scene, id: number): boolean {
  const modes = { ...scene.world.modes, [id]: ownMode(scene, id) ?? 'background' };
  const ending = endedBy(scene, modes, [id], () => true);
  const step = { ending, named: [], isEviction: false, policy: scene.policy };
  const isSo = vetoed({ ...scene, reach: () => undefined }, step).length > 0;
  if (isSo) scene.reach('protected object without owners');
  return isSo;
}

/** Continues deletions, and schedules the deletion of objects that have lost their owners. */
export function settleDeletions(scene: Scene): void {
  if (scene.waiting !== undefined) return;
  const { world, policy } = scene;
  const on = standingsOf(scene, {});
  const { ties } = on;
  const isIdle = !ties.some(({ kind }) => kind === 'owns') && !world.agenda.some(({ due }) => due.kind === 'deletion');
  if (isIdle && Object.keys(world.modes).length === 0) return;
  for (const { id } of scene.model.entities) {
    const mode = isAlive(scene, id) ? world.modes[id] : undefined;
    if (mode !== undefined) sentence(on, id, mode);
  }
  goOn(on);
  const ended = [...on.all.entries()].flatMap(([id, each]) => (!each.isAlive && isAlive(scene, id) ? [id] : []));
  const kept = new Map(on.ties.map((tie) => [tie.place, tie]));
  const cut = new Set(ties.filter(({ kind, place }) => kind === 'owns' && !kept.has(place)).map(({ place }) => place));
  world.bonds = world.bonds.flatMap((bond, place) => {
    // An entity that ends loses the bonds to its owners by itself.
    if (cut.has(place)) return ended.includes(bond.target) ? [bond] : [];
    const isFreed = bond.kind === 'owns' && bond.as !== 'nonblocking' && kept.get(place)?.isBlocking === false;
    return [isFreed ? { ...bond, as: 'nonblocking' } : bond];
  });
  const under = [...on.all.entries()].flatMap(([id, { mode, isAlive: lives }]) =>
    mode === undefined ? [] : [{ id, mode, lives }],
  );
  const modesOf = (all: typeof under): World['modes'] => Object.fromEntries(all.map(({ id, mode }) => [id, mode]));
  world.modes = modesOf(under.filter(({ lives }) => lives));
  noteWaits(scene, on);
  if (ended.length > 0) {
    // What ends now is still under way while its blocks run.
    world.modes = modesOf(under.filter(({ id }) => isAlive(scene, id)));
    endInOrder(scene, ended);
    world.modes = Object.fromEntries(Object.entries(world.modes).filter(([id]) => isAlive(scene, Number(id))));
    settleDeletions(scene);
    return;
  }
  const later = standingsOf(scene, {});
  for (const { id } of scene.model.entities) {
    const life = world.lives[id]?.count ?? 0;
    const isDue = isAlive(scene, id) && world.modes[id] === undefined && isLost(later, id) && !isKept(scene, id);
    const isOf = (due: Due): boolean => due.kind === 'deletion' && due.entity === id;
    const pending = world.agenda.find(({ due }) => isOf(due));
    const isPending = pending?.due.kind === 'deletion' && pending.due.life === life;
    if (pending !== undefined && !(isDue && isPending)) takeBack(scene, isOf);
    if (isDue && !isPending) schedule(world, world.now + policy.deletionDelay, { kind: 'deletion', entity: id, life });
  }
}

/** Dooms what is ending, and counts what keeps it from having ended. */
function noteWaits({ world, reach }: Scene, on: ReturnType<typeof standingsOf>): void {
  for (const [id, mode] of Object.entries(world.modes)) {
    const life = world.lives[Number(id)];
    if (life !== undefined) life.doomed = true;
    if (isHeldUp(mode) && on.all[Number(id)]?.isHeld === true) reach('finalizer that delays');
    if (mode === 'foreground') reach('owner that waits for its dependents');
    if (
      on.ties.some(
        ({ kind, source, target }) => kind === 'waits for' && source === Number(id) && on.all[target]?.isAlive === true,
      )
    )
      reach('deletion that waits');
  }
}
