/** The effects of due events in the world of the second executor. */
import { deleteAbandoned } from './deletions.ts';
import { complete, fire, offer } from './machines.ts';
import { doLeaseWork } from './leases.ts';
import { settleDown, takeOver } from './transfers.ts';
import { settle } from './settle.ts';
import { send } from './sending.ts';
import { type Due, entityOf, isAlive, type Message, type Scene } from './world.ts';

/** Applies a due event and everything that always follows. */
export function happen(scene: Scene, due: Due): void {
  switch (due.kind) {
    case 'message':
      arrive(scene, due.message);
      break;
    case 'waiting':
      scene.reach('delayed message sent');
      send(scene, { from: due.entity, event: due.event, values: due.values }, entityOf(due.to));
      break;
    case 'timer':
      fire(scene, due.entity, due.state, due.transition);
      break;
    case 'deletion':
      deleteAbandoned(scene, due.entity, due.life);
      break;
    case 'arrival':
      settleDown(scene, due.entity, due.to, due.life);
      break;
    default:
      doLeaseWork(scene, due);
  }
  settle(scene);
}

function arrive(scene: Scene, message: Message): void {
  const { world, reach } = scene;
  const { to, event, values, mark } = message;
  takeOver(scene, message);
  if (!isAlive(scene, to)) {
    reach('message to what is not alive');
    return;
  }
  if (mark === 'copy') reach('duplicate delivered');
  const became = offer(scene, to, event, values);
  if (became === 'deferred') {
    reach('event deferred');
    world.deferred[to] = [...(world.deferred[to] ?? []), { ...message, mark: '' }];
  }
  if (became === 'dropped' && scene.model.entities[to]?.machine !== undefined) {
    reach('event dropped');
    scene.dropped.push(event);
  }
  if (became === 'taken' && event !== 'restarted') reach('event taken');
  complete(scene, to);
}
