/**
 * What a move of an exported model is in Aftermath, so that a trail of SPIN can be followed there.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Move } from '../play/environment.ts';
import type { Writing } from './terms/writing.ts';

/** A move of an exported model; several moves of Aftermath may be meant, such as any message of a channel. */
export type MoveOrigin =
  | { readonly kind: 'message'; readonly from: EntityId | undefined; readonly to: EntityId }
  | { readonly kind: 'timer'; readonly entity: EntityId; readonly transition: number }
  | { readonly kind: 'restart'; readonly entity: EntityId }
  | { readonly kind: 'action'; readonly index: number }
  | { readonly kind: 'fault'; readonly index: number };

/** Returns true if a move of Aftermath may be the one of the exported model. */
export function isMeant(origin: MoveOrigin, move: Move): boolean {
  if ('fault' in move) return origin.kind === 'fault' && origin.index === move.fault;
  if (move.kind === 'action') return origin.kind === 'action' && origin.index === move.index;
  if (move.kind !== 'due') return origin.kind === 'restart' && origin.entity === move.entity;
  const { due } = move.entry;
  if (due.kind === 'message') {
    return origin.kind === 'message' && origin.to === due.message.to && origin.from === due.message.from;
  }
  return (
    due.kind === 'timer' &&
    origin.kind === 'timer' &&
    origin.entity === due.entity &&
    origin.transition === due.transition
  );
}

/** Stands in a body for the statement that shows the move, if moves are shown. */
const showHere = 'SHOW';

/** Returns the statement that shows a move where it happens; none if moves are not shown. */
export const shown = ({ shows }: Writing): readonly string[] => (shows ? [showHere] : []);

/** Writes out in a body which move is shown. */
export const showing = (body: string, number: number): string =>
  body.replaceAll(/^( *)SHOW\b/gmu, `$1printf("@${number}\\n")`);
