/** Nodes of the second executor: the place of each entity, the channel between two, and moves to another node. */
import { evaluate, nobody, setting } from './evaluate.ts';
import { type Channel, declaredSetting, type Due, type Entry, isAlive, type Scene, type World } from './world.ts';

/** Returns the current parent of an entity. */
export const parentOf = ({ model, world }: Pick<Scene, 'model' | 'world'>, entity: number): number | undefined =>
  world.places[entity] ?? model.entities[entity]?.parent;

function around(scene: Pick<Scene, 'model' | 'world'>, entity: number): number[] {
  const parent = parentOf(scene, entity);
  return parent === undefined ? [entity] : [entity, ...around(scene, parent)];
}

/** Returns the node that an entity is on, -1 for none. */
export const nodeOf = (scene: Pick<Scene, 'model' | 'world'>, entity: number): number =>
  around(scene, entity).find((each) => scene.model.entities[each]?.kind === 'node') ?? -1;

/** Returns a wait as the clock of the entity's node measures it. */
export function byClock(scene: Scene, entity: number, ms: number): number {
  const node = nodeOf(scene, entity);
  const declared = node < 0 ? undefined : declaredSetting(scene.model, node, 'clockRate');
  if (declared === undefined) return ms;
  scene.reach('clock with a rate');
  return ms / Number(evaluate(scene, nobody, declared));
}

/** Returns the first channel that names both ends or their containers, otherwise one for all; none within a node. */
function channelBetween(scene: Scene, from: number, to: number): Channel | undefined {
  if (from === to || (nodeOf(scene, from) >= 0 && nodeOf(scene, from) === nodeOf(scene, to))) return undefined;
  const [left, right] = [around(scene, from), around(scene, to)];
  const joins = ({ between }: Channel): boolean => {
    const [a, b] = between ?? [];
    if (a === undefined || b === undefined) return false;
    return (left.includes(a) && right.includes(b)) || (left.includes(b) && right.includes(a));
  };
  const named = scene.channels.find(joins);
  if (named !== undefined) scene.reach('channel between two nodes');
  return named ?? scene.channels.find(({ between }) => between === undefined);
}

/** Returns how something travels from one entity to another; `earlier` are the times of what it must not overtake. */
export function travel(
  scene: Scene,
  { from, to, earlier }: { readonly from: number | null; readonly to: number; readonly earlier: readonly number[] },
): { readonly at: number; readonly isLost: boolean; readonly isOrdered: boolean } {
  const { world, pick } = scene;
  const channel = from === null ? undefined : channelBetween(scene, from, to);
  const delay = channel === undefined ? 0 : channel.least + pick(channel.most - channel.least + 1);
  const [lost, of] = channel?.loss ?? [0, 1];
  const isOrdered = channel?.isOrdered ?? true;
  const at = isOrdered ? Math.max(world.now + delay, ...earlier) : world.now + delay;
  // Which of the unlucky numbers comes makes no difference, so there are two answers, not one for each number.
  return { at, isOrdered, isLost: lost >= of || (lost > 0 && pick(2) === 0) };
}

/** Puts a PD on the node it was sent to, if both are still the same incarnations. */
export function arriveAt(scene: Scene, pd: number, to: number, life: number): boolean {
  if (!isAlive(scene, pd) || scene.world.lives[pd]?.count !== life || !isAlive(scene, to)) return false;
  scene.world.places[pd] = to;
  return true;
}

/** Returns the travelling PDs. */
export const travellers = ({ agenda, held }: World): number[] =>
  [...agenda, ...held].flatMap(({ due }) => (due.kind === 'arrival' ? [due.entity] : []));

/** Returns whether the node of an entity is paused, and its clock stands. */
export const isPaused = (scene: Pick<Scene, 'model' | 'world'>, entity: number): boolean => {
  const node = nodeOf(scene, entity);
  return node >= 0 && setting(scene, node, 'paused') === true;
};

/** Returns whether an entity stands still: its node does, it travels, or its host does. */
export function isStanding({ model, world }: Scene, entity: number): boolean {
  if (isPaused({ model, world }, entity)) return true;
  const moving = travellers(world);
  for (let each: number | undefined = entity; each !== undefined; each = model.entities[each]?.parent)
    if (moving.includes(each)) return true;
  return false;
}

/** Holds back what is due for paused entities, and releases what was held back for the others. */
export function holdBack(scene: Scene): void {
  const { world } = scene;
  const receiver = (due: Due): number => {
    if (due.kind === 'message') return due.message.to;
    if (due.kind === 'keepalive') return due.keepalive.to;
    return due.kind === 'deletion' ? -1 : due.kind === 'arrival' ? due.to : due.entity;
  };
  const waits = ({ due }: Entry): boolean => receiver(due) >= 0 && isStanding(scene, receiver(due));
  if (world.held.length === 0 && !world.agenda.some(waits)) return;
  const all = [...world.agenda, ...world.held].sort((a, b) => a.at - b.at || a.order - b.order);
  const isMeasured = ({ due }: Entry): boolean =>
    (due.kind === 'timer' || due.kind === 'waiting') && isPaused(scene, receiver(due));
  const marked = (entry: Entry, stands: boolean): Entry =>
    stands === (entry.stands === true)
      ? entry
      : { at: entry.at, order: entry.order, due: entry.due, ...(stands && { stands }) };
  // Both are decided before either changes: who travels is read from them.
  const [held, agenda] = [all.filter(waits), all.filter((entry) => !waits(entry))];
  world.agenda = agenda.map((entry) => marked(entry, false));
  world.held = held.map((entry) => marked(entry, isMeasured(entry)));
  if (world.held.some(({ stands }) => stands === true)) scene.reach('clock that stands');
  if (world.held.length > 0) scene.reach('due for who stands still');
}
