/**
 * The properties of keepalive collection that a check judges: those that it watches for by name, else those of safety.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import { type Check, leasePropertyNames, type Watched } from '../../../model/scenario.ts';
import type { LeaseProperty } from '../../kernel/lease/judgement.ts';
import { safety } from '../../kernel/lease/properties.ts';
import type { PastOfLeases } from './lease-parts.ts';

/** A property of keepalive collection that is judged; without a place if nothing in the text asks for it. */
export interface WatchedOfLeases {
  readonly name: LeaseProperty;
  readonly place: PlaceId | undefined;
}

/**
 * Returns the properties of keepalive collection that a check names. If it names none and keeps times, those of safety:
 * without times a lease may run out before the first tick, so every collector would break them.
 */
export function watchedOfLeases({ watched, clock }: Check): readonly WatchedOfLeases[] {
  const named = watched.flatMap(({ name, place }) => (isOfLeases(name) ? [{ name, place }] : []));
  if (named.length > 0 || clock === 'any') return named;
  return safety.map((name) => ({ name, place: undefined }));
}

/** Returns what the states of a check have to know of the past of keepalive collection. */
export function pastOfLeases(check: Check): PastOfLeases {
  const names = watchedOfLeases(check).map(({ name }) => name);
  return { spans: names.some((name) => !safety.includes(name)), freed: names.includes('S2') };
}

const isOfLeases = (name: Watched['name']): name is LeaseProperty => leasePropertyNames.some((each) => each === name);
