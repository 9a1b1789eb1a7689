/** The consequences within a step of the second executor: ends, starts of machines, and their own transitions. */
import { settleDeletions } from './deletions.ts';
import { complete, offer, startMachine } from './machines.ts';
import { watchReferences } from './leases.ts';
import { holdBack, isStanding } from './places.ts';
import { isRunning, type Scene } from './world.ts';

/** Continues deletions, starts machines, and applies what always follows; new entities start first. */
export function settle(scene: Scene): void {
  const { entities } = scene.model;
  const { lives } = scene.world;
  for (;;) {
    settleDeletions(scene);
    const first = lives.findIndex(({ begins }, id) => begins !== '' && !isStanding(scene, id));
    if (first >= 0) {
      begin(scene, first);
      continue;
    }
    let isChanged = false;
    for (const { id } of entities) {
      if (lives.some(({ begins }, other) => begins !== '' && !isStanding(scene, other))) break;
      if (!isRunning(scene.world, id) || isStanding(scene, id) || !complete(scene, id)) continue;
      isChanged = true;
    }
    if (!isChanged) break;
  }
  watchReferences(scene);
  holdBack(scene);
}

/** Starts the machine of a new entity; after a restart it first takes `restarted`. */
function begin(scene: Scene, entity: number): void {
  const life = scene.world.lives[entity];
  if (life === undefined) return;
  const isRestart = life.begins === 'restarted';
  life.begins = '';
  startMachine(scene, entity);
  if (!isRestart) {
    complete(scene, entity);
    return;
  }
  scene.reach('machine restarted');
  const became = offer(scene, entity, 'restarted', []);
  if (became === 'taken') scene.reach('"restarted" taken');
  if (became === 'deferred') {
    const message = {
      from: null,
      to: entity,
      event: 'restarted',
      values: [],
      isOrdered: true,
      step: 0,
      mark: '',
      number: -1,
    };
    scene.world.deferred[entity] = [message];
  }
  complete(scene, entity);
  if (became === 'dropped' && offer(scene, entity, 'restarted', []) === 'taken') {
    complete(scene, entity);
  }
}

/** Counts the events of an instant; external events do not reset the count. */
