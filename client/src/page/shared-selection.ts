/**
 * The selected entity of a model, shared by graph, plan, trace, machine and the editor's cursor, so that they follow
 * each other. Independent of the contents of entities.
 */

import { comparePositions, type Span } from '../../../language/src/model/span.ts';

/** The view in which something was selected. */
export type SelectingView = 'text' | 'graph' | 'plan' | 'trace' | 'machine' | 'tree';

/** A selected entity. */
export interface SelectedEntity {
  readonly uri: string;
  /** The name; nothing if the cursor is in no entity. */
  readonly name: string | undefined;
  /** The view that selected it; all others follow. */
  readonly by: SelectingView;
}

/** A view's subscription to the selection. */
export interface FollowedSelection {
  /** Calls back with the current selection, for a page that was hidden and is created again. */
  readonly again: () => void;
  readonly dispose: () => void;
}

/** The shared selection of a window. */
export interface SharedSelection {
  /** Selects an entity; does not notify anyone if it is already selected. */
  readonly select: (selected: SelectedEntity) => void;
  /** Records a location that a view reveals in the text: the cursor that goes there selects nothing. */
  readonly reveal: (place: Span) => void;
  /** Returns true if the cursor is at the location that a view revealed last. */
  readonly isRevealed: (place: Span) => boolean;
  /** Calls back after each change by another view. */
  readonly listen: (view: SelectingView, listener: (selected: SelectedEntity) => void) => FollowedSelection;
  /** Returns the current selection; a new object after each change. */
  readonly current: () => SelectedEntity | undefined;
  /** Returns true if there is a listener. */
  readonly isShared: () => boolean;
}

/** Creates the shared selection of a window. */
export function createSharedSelection(): SharedSelection {
  let current: SelectedEntity | undefined;
  let revealed: Span | undefined;
  const listeners = new Map<(selected: SelectedEntity) => void, SelectingView>();
  return {
    select: (selected) => {
      if (selected.uri === current?.uri && selected.name === current.name) return;
      current = selected;
      // Listeners may unsubscribe meanwhile.
      for (const [listener, view] of [...listeners]) if (view !== selected.by) listener(selected);
    },
    reveal: (place) => {
      revealed = place;
    },
    isRevealed: (place) => revealed !== undefined && isSamePlace(revealed, place),
    listen: (view, listener) => {
      listeners.set(listener, view);
      return {
        again: () => {
          if (current !== undefined) listener(current);
        },
        dispose: () => {
          listeners.delete(listener);
        },
      };
    },
    current: () => current,
    isShared: () => listeners.size > 0,
  };
}

const isSamePlace = (one: Span, other: Span): boolean =>
  one.uri === other.uri && comparePositions(one.start, other.start) === 0 && comparePositions(one.end, other.end) === 0;
