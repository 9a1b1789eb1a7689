/**
 * Finds out whether anything that a run computes asks for what was received, notified or logged so far. Only then are
 * these kept: in a long run they would grow without bound.
 */
import type { Model } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';

/**
 * Returns true if a model outside of its scenarios and checks, or one of these other parts, asks for the past. Cost:
 * O(their size).
 */
export function asksForPast(model: Model, parts: readonly unknown[]): boolean {
  return inModel(model) || parts.some(asks);
}

const inModel = oncePer(({ machines, entities, channels, collectors }: Model): boolean =>
  [
    machines,
    channels,
    collectors,
    ...entities.map(({ settings, data, actions, destructor }) => [settings, data, actions, destructor]),
  ].some(asks),
);

/** Walks plain data of any shape; an expectation of a log has lines, where the action has a text. */
function asks(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(part)) return part.some(asks);
  if ('kind' in part && (part.kind === 'received' || part.kind === 'notified')) return true;
  if ('kind' in part && part.kind === 'log' && 'lines' in part) return true;
  return Object.values(part).some(asks);
}
