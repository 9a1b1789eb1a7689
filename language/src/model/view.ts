/**
 * Views as plain data: named pictures of the graph.
 */
import type { PlaceId } from './action.ts';
import type { Expression } from './expression.ts';
import type { RelationKind } from './relation.ts';

/** The directions in which a picture can lead. */
export const viewDirections = ['right', 'left', 'down', 'up'] as const;
/** One of the directions. */
export type ViewDirection = (typeof viewDirections)[number];

/** Entities that a view names: a set, with a distance also what is at most so many steps away. */
export interface ViewSubject {
  readonly set: Expression;
  readonly distance: number | undefined;
}

/** A declared view. */
export interface View {
  readonly title: string;
  /** Everything if it is empty. */
  readonly include: readonly ViewSubject[];
  readonly exclude: readonly ViewSubject[];
  /** The containers that are drawn without their contents. */
  readonly collapse: readonly ViewSubject[];
  /** The relations that are drawn; all if absent. */
  readonly relations: readonly RelationKind[] | undefined;
  readonly direction: ViewDirection | undefined;
  readonly documentation: string | undefined;
  readonly place: PlaceId;
}
