/**
 * Keepalive collection in the world of the second executor, written from its page: references are computed again each
 * time, indexing takes no time, and all clocks agree.
 */
import {
  boxesOf,
  isBox,
  isRoot,
  keptFor,
  livingAt,
  namedByRoots,
  outside,
  placesOf,
  remoteFrom,
  sorted,
  targetsOf,
} from './lease-references.ts';
import { nodeOf, travel } from './places.ts';
import { unreachedFrom } from './reached.ts';
import { endInOrder } from './teardown.ts';
import { addRemote, enter } from './transfers.ts';
import { type Due, isAlive, type Keepalive, type Scene, schedule } from './world.ts';

/** Begins leases of new boxes, and ticks and sweeps of new nodes. */
export function beginLeases(scene: Scene, entities: readonly number[]): void {
  const { world, model, collector } = scene;
  if (world.leases === null || collector === undefined) return;
  for (const id of entities) {
    const life = world.lives[id]?.count ?? 0;
    if (model.entities[id]?.kind === 'node') {
      plan(scene, { kind: 'tick', entity: id, planned: world.now + (collector.phases[id] ?? 0), life });
      plan(scene, { kind: 'sweep', entity: id, planned: world.now + collector.sweep, life });
    } else if (isBox(scene, id)) {
      const entered = collector.enter === 'created';
      world.leases.boxes[id] = { until: world.now + (entered ? collector.duration : 0), entered, seen: {} };
    }
  }
}

/** Begins the ticks of everything that is on no node, if there is anything. */
export function beginOutside(scene: Scene): void {
  const { world, model } = scene;
  const hasSenders = model.entities.some(
    ({ id, kind }) => (kind === 'pd' || kind === 'object') && nodeOf(scene, id) === outside,
  );
  if (world.leases !== null && hasSenders) plan(scene, { kind: 'tick', entity: outside, planned: world.now, life: 0 });
}

type Round = Extract<Due, { readonly kind: 'tick' | 'sweep' }>;

const plan = ({ world }: Scene, due: Round): void => {
  schedule(world, due.planned, due);
};

/** Does the due work of keepalive collection. */
export function doLeaseWork(
  scene: Scene,
  due: Extract<Due, { readonly kind: 'tick' | 'sweep' | 'keepalive' | 'acknowledged' }>,
): void {
  const { world, collector, reach } = scene;
  if (world.leases === null || collector === undefined) return;
  switch (due.kind) {
    case 'tick':
    case 'sweep': {
      const { entity: place, planned, life } = due;
      if (place !== outside && (!isAlive(scene, place) || world.lives[place]?.count !== life)) return;
      const step = due.kind === 'tick' ? collector.period : collector.sweep;
      plan(scene, { ...due, planned: planned + step * Math.max(1, Math.floor((world.now - planned) / step) + 1) });
      if (due.kind === 'sweep') sweep(scene, place);
      else
        begin(
          scene,
          place,
          collector.origin === 'roots'
            ? namedByRoots(scene, place)
            : sorted([...namedByRoots(scene, place), ...remoteFrom(scene, place)]),
        );
      return;
    }
    case 'keepalive':
      reach('keepalive arrived from another node');
      passOn(scene, receive(scene, due.keepalive));
      return;
    default: {
      const transfer = world.leases.transfers.find(({ number }) => number === due.number);
      if (transfer === undefined) return;
      const { from, boxes } = transfer;
      if (collector.handover && (from === outside || isAlive(scene, from))) begin(scene, from, boxes);
      world.leases.transfers = world.leases.transfers.filter((each) => each.number !== due.number);
    }
  }
}

/** Begins a round of keepalives. */
function begin(scene: Scene, place: number, boxes: readonly number[]): void {
  const { world, collector } = scene;
  if (world.leases === null || collector === undefined || boxes.length === 0) return;
  const sequence = (world.leases.sequences[place] ?? 0) + 1;
  world.leases.sequences[place] = sequence;
  const common = { from: place, origin: place, sequence, visited: [], deadline: world.now + collector.duration };
  passOn(
    scene,
    boxes.map((box) => keepaliveFor(scene, box, common)),
  );
}

const keepaliveFor = (scene: Scene, box: number, rest: Omit<Keepalive, 'box' | 'life' | 'to'>): Keepalive => ({
  ...{ box, life: scene.world.lives[box]?.count ?? 0, to: nodeOf(scene, box) },
  ...rest,
});

function passOn(scene: Scene, first: readonly Keepalive[]): void {
  const { world, reach } = scene;
  const queue = [...first];
  for (const keepalive of queue) {
    const { from, to, box } = keepalive;
    if (from === to) {
      queue.push(...receive(scene, keepalive));
      continue;
    }
    const earlier = [...world.agenda, ...world.held].flatMap(({ at, due }) =>
      due.kind === 'keepalive' && due.keepalive.from === from && due.keepalive.to === to ? [at] : [],
    );
    const ends = {
      from: from === outside ? (livingAt(scene, outside)[0] ?? box) : from,
      to: to === outside ? box : to,
    };
    const { at, isLost, isOrdered } = travel(scene, { ...ends, earlier });
    if (isLost) reach('keepalive lost by its channel');
    else schedule(world, at, { kind: 'keepalive', entity: box, keepalive, isOrdered });
  }
}

/** Returns the keepalives that follow from one accepted by the owner of a box. */
function receive(scene: Scene, keepalive: Keepalive): Keepalive[] {
  const { world, collector, reach } = scene;
  const { box, life, from, to, origin, sequence, visited, deadline } = keepalive;
  if (world.leases === null || collector === undefined) return [];
  const known = world.leases.boxes[box];
  const isThere = to === outside || isAlive(scene, to);
  if (!isThere || !isAlive(scene, box) || world.lives[box]?.count !== life || nodeOf(scene, box) !== to) {
    if (world.leases.freed.includes(`${box} ${life}`)) scene.wrong.add('S2');
    return [];
  }
  const isNews =
    known !== undefined &&
    (collector.forward === 'visited'
      ? !visited.includes(box)
      : collector.forward === 'sequence'
        ? (known.seen[origin] ?? 0) < sequence
        : deadline > known.until);
  if (!isNews) {
    reach('keepalive dropped');
    return [];
  }
  reach('lease renewed');
  known.entered ||= from !== to;
  const end = collector.forward === 'deadline' ? deadline : world.now + collector.duration;
  if (known.entered) known.until = Math.max(known.until, end);
  if (collector.forward === 'sequence') known.seen[origin] = sequence;
  const rest = { from: to, origin, sequence, visited: [...visited, box], deadline };
  return boxesOf(scene, box).map((next) => keepaliveFor(scene, next, rest));
}

/** Frees the boxes of a node that have no lease and that nothing on it reaches. */
function sweep(scene: Scene, node: number): void {
  const { world, reach } = scene;
  if (world.leases === null) return;
  const { boxes } = world.leases;
  const isLeased = (box: number): boolean => (boxes[box]?.until ?? 0) > world.now;
  const held = new Set([
    ...livingAt(scene, node).filter((id) => isRoot(scene, id) || (isBox(scene, id) && isLeased(id))),
    ...keptFor(scene, node).filter((box) => nodeOf(scene, box) === node),
  ]);
  for (const id of held)
    for (const target of targetsOf(scene, id))
      if (isAlive(scene, target) && nodeOf(scene, target) === node) held.add(target);
  const freed = sorted(Object.keys(boxes).map(Number)).filter(
    (box) => isAlive(scene, box) && nodeOf(scene, box) === node && !isLeased(box) && !held.has(box),
  );
  const lost = unreachedFrom(scene, 'demand');
  for (const box of freed) {
    reach('box freed');
    world.leases.freed.push(`${box} ${world.lives[box]?.count ?? 0}`);
    if (!lost.includes(box)) scene.wrong.add('S1');
  }
  endInOrder(scene, freed);
  world.leases.remote[node] = remoteFrom(scene, node);
}

/** Records new references and broken properties. */
export function watchReferences(scene: Scene): void {
  const { world, model } = scene;
  if (world.leases === null) return;
  const living = model.entities.filter(
    ({ id, kind, root }) => isAlive(scene, id) && (isBox(scene, id) || kind === 'pd' || root),
  );
  const graph = living.map(({ id }) => `${id}@${nodeOf(scene, id)}:${boxesOf(scene, id).join()}`).join(' ');
  if (graph !== world.leases.graph) {
    for (const box of Object.keys(world.leases.boxes).map(Number))
      if (!isAlive(scene, box)) Reflect.deleteProperty(world.leases.boxes, String(box));
    for (const place of placesOf(scene)) {
      const remote = remoteFrom(scene, place);
      addRemote(scene, place, remote);
      enter(scene, remote);
    }
    world.leases.graph = graph;
  }
  const { remote } = world.leases;
  for (const place of placesOf(scene))
    if (remoteFrom(scene, place).some((box) => remote[place]?.includes(box) !== true)) scene.wrong.add('S3');
  for (const { due } of world.agenda) {
    if (due.kind !== 'keepalive') continue;
    const { visited } = due.keepalive;
    if (new Set(visited).size < visited.length) scene.wrong.add('S5');
  }
}
