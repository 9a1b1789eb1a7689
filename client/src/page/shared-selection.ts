/**
 * Which entity of which model is selected: graph, plan, trace and machine share it with the cursor of the editor, so
 * that they follow each other. What an entity is like is not known here.
 */

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
  const listeners = new Map<(selected: SelectedEntity) => void, SelectingView>();
  return {
    select: (selected) => {
      if (selected.uri === current?.uri && selected.name === current.name) return;
      current = selected;
      // Whoever is told may stop listening meanwhile.
      for (const [listener, view] of [...listeners]) if (view !== selected.by) listener(selected);
    },
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
