/**
 * Which entity of which model is selected: graph, plan, trace and machine share it with the cursor of the editor, so
 * that they follow each other. What an entity is like is not known here.
 */

import type { Span } from '../../../language/src/model/span.ts';
import { comparePositions } from '../../../language/src/model/span.ts';

/** Where something was selected. */
export type SelectingView = 'text' | 'graph' | 'plan' | 'trace' | 'machine';

/** A selected entity. */
export interface SelectedEntity {
  readonly uri: string;
  /** Its name; nothing where the cursor is in no entity. */
  readonly name: string | undefined;
  /** Who selected it; everybody else follows. */
  readonly by: SelectingView;
}

/** What a view has of the selection that it follows. */
export interface FollowedSelection {
  /** Calls back with what is selected: for a page that was hidden, and is made anew. */
  readonly again: () => void;
  readonly dispose: () => void;
}

export interface SharedSelection {
  /** Selects an entity; where it is selected already, nobody is told. */
  readonly select: (selected: SelectedEntity) => void;
  /** Takes note of a place that a view shows in the text: the cursor that goes there selects nothing. */
  readonly reveal: (place: Span) => void;
  /** Says whether the cursor is at the place that a view showed last. */
  readonly isRevealed: (place: Span) => boolean;
  /** Calls back after each change, but not who made it. */
  readonly listen: (view: SelectingView, listener: (selected: SelectedEntity) => void) => FollowedSelection;
  /** What is selected now; another object after each change. */
  readonly current: () => SelectedEntity | undefined;
  /** Whether anybody would be told. */
  readonly isShared: () => boolean;
}

/** Makes the shared selection of a window. */
export function createSharedSelection(): SharedSelection {
  let current: SelectedEntity | undefined;
  let revealed: Span | undefined;
  const listeners = new Map<(selected: SelectedEntity) => void, SelectingView>();
  return {
    select: (selected) => {
      if (selected.uri === current?.uri && selected.name === current.name) return;
      current = selected;
      // Whoever is told may stop listening meanwhile.
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
