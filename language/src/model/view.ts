/**
 * Views as plain data: named pictures of the graph.
 */
import type { PlaceId } from './machines/action.ts';
import type { Expression } from './machines/expression.ts';
import type { RelationKind } from './relation.ts';

/** The directions in which a picture can lead. */
export const viewDirections = ['right', 'left', 'down', 'up'] as const;
/** One of the directions. */
export type ViewDirection = (typeof viewDirections)[number];

/** The shapes of lines: with right angles, the same with wide bends, or straight from box to box. */
export const routings = ['orthogonal', 'curved', 'straight'] as const;
/** One of the routings. */
export type Routing = (typeof routings)[number];

/** The distances between boxes and lines. */
export const spacings = ['compact', 'usual', 'wide'] as const;
/** One of the spacings. */
export type Spacing = (typeof spacings)[number];

/** An arrangement; what is absent is as usual, and the direction is the one that suits the window. */
export interface Arrangement {
  readonly direction?: ViewDirection;
  readonly spacing?: Spacing;
  readonly routing?: Routing;
}

/** Entities that a view names: a set, with a distance also what is at most so many steps away. */
export interface ViewSubject {
  readonly set: Expression;
  readonly distance: number | undefined;
}

/** A declared view. */
export interface DeclaredView {
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
