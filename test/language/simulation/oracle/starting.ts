/** What keeps something from coming to life in the world of the second executor: a dead host, or an unmet need. */
import { lacksNeed } from './needs.ts';
import { parentOf } from './places.ts';
import { isAlive, type Scene } from './world.ts';

type Place = Pick<Scene, 'model' | 'world'>;

/** Returns true if the host of something is not alive; an object in an object is owned, not hosted. */
export function lacksHost({ model, world }: Place, id: number, also: ReadonlySet<number>): boolean {
  const host = parentOf({ model, world }, id);
  if (host === undefined || isAlive({ world }, host) || also.has(host)) return false;
  return model.entities[id]?.kind !== 'object' || model.entities[host]?.kind !== 'object';
}

/** Returns true if something may not come to life, together with `also`. */
export const lacksToStart = (place: Place, id: number, also: ReadonlySet<number>): boolean =>
  lacksHost(place, id, also) || lacksNeed(place, id, also);
