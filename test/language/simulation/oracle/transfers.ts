/**
 * Moves between nodes in the world of the second executor, and the references that a place keeps until the other side
 * has them.
 */
import { boxesOf, sorted } from './lease-references.ts';
import { arriveAt, nodeOf, travel, travellers } from './places.ts';
import { isAlive, type Message, namedIn, type Scene, schedule } from './world.ts';

/** Sends a PD to another node, unless it already travels; if the transfer is lost, it stays. */
export function move(scene: Scene, pd: number, to: number): void {
  const { world, model, reach } = scene;
  if (model.entities[to]?.kind !== 'node' || !isAlive(scene, pd) || !isAlive(scene, to)) return;
  if (travellers(world).includes(pd)) return;
  const { at, isLost } = travel(scene, { from: pd, to, earlier: [] });
  reach(isLost ? 'PD that stays where it was' : 'PD that moves');
  if (isLost) return;
  depart(scene, pd, to);
  const life = world.lives[pd]?.count ?? 0;
  if (at > world.now) schedule(world, at, { kind: 'arrival', entity: pd, to, life });
  else settleDown(scene, pd, to, life);
}

/** Keeps what a message names from its sending until the other side has it. */
export function keepSent(scene: Scene, { from, to, values, number }: Message): void {
  const { leases } = scene.world;
  if (leases === null || from === null || nodeOf(scene, from) === nodeOf(scene, to)) return;
  const boxes = sorted(namedIn(values)).filter((box) => leases.boxes[box] !== undefined);
  if (boxes.length === 0) return;
  scene.reach('box handed over');
  keep(scene, { number, from: nodeOf(scene, from), boxes });
}

function keep(scene: Scene, transfer: { number: number; from: number; boxes: number[] }): void {
  enter(scene, transfer.boxes);
  scene.world.leases?.transfers.push(transfer);
}

/** Makes what a message names known to the receiver; the sender is informed in the same instant. */
export function takeOver(scene: Scene, { to, number }: Message): void {
  const { world } = scene;
  const transfer = world.leases?.transfers.find((each) => each.number === number);
  if (world.leases === null || transfer === undefined) return;
  if (!isAlive(scene, to)) {
    world.leases.transfers = world.leases.transfers.filter((each) => each !== transfer);
    return;
  }
  addRemote(scene, nodeOf(scene, to), transfer.boxes);
  schedule(world, world.now, { kind: 'acknowledged', entity: transfer.from, number });
}

/** Forgets what a lost message names, unless a duplicate of it is still under way. */
export function forget({ world }: Scene, { number }: Message): void {
  const isThere = [...world.agenda, ...world.held].some(
    ({ due }) => due.kind === 'message' && due.message.number === number,
  );
  if (world.leases !== null && !isThere)
    world.leases.transfers = world.leases.transfers.filter((each) => each.number !== number);
}

/** Lets a moving PD leave: what it refers to is from now on known elsewhere. */
function depart(scene: Scene, pd: number, to: number): void {
  if (nodeOf(scene, pd) !== to) enter(scene, boxesOf(scene, pd));
}

/** Puts a PD on a node, with its references. */
export function settleDown(scene: Scene, pd: number, to: number, life: number): void {
  const { world } = scene;
  const from = nodeOf(scene, pd);
  if (!arriveAt(scene, pd, to, life) || world.leases === null || from === to) return;
  const boxes = boxesOf(scene, pd);
  if (boxes.length === 0) return;
  addRemote(
    scene,
    to,
    boxes.filter((box) => nodeOf(scene, box) !== to),
  );
  const number = world.numbers++;
  keep(scene, { number, from, boxes });
  schedule(world, world.now, { kind: 'acknowledged', entity: from, number });
}

export function addRemote({ world }: Scene, place: number, boxes: readonly number[]): void {
  if (world.leases !== null) world.leases.remote[place] = sorted([...(world.leases.remote[place] ?? []), ...boxes]);
}

export function enter({ world, collector }: Scene, boxes: readonly number[]): void {
  for (const id of boxes) {
    const box = world.leases?.boxes[id];
    if (box?.entered === false) [box.entered, box.until] = [true, world.now + (collector?.duration ?? 0)];
  }
}
