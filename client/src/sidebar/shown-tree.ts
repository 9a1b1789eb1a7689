/**
 * The model, grouping and filter of the tree of entities, and its pages, read from the server.
 */
import type * as vscode from 'vscode';
import { treeGroupings, type TreeGrouping } from '../../../language/src/view/tree/tree-parents.ts';
import { treeRequest, treeWayRequest } from '../../../server/src/protocol/tree-protocol.ts';
import type { ActiveModel } from '../files/active-model.ts';
import { setContextKey } from '../page/context-keys.ts';
import type { RecentPlans } from '../page/recent-plans.ts';
import type { Ask } from '../server/server-link.ts';
import { createTreePages, type TreeElement, type TreePages } from './tree-pages.ts';

/** The parts of the extension that the tree needs. */
export interface ShownTreeParts {
  readonly ask: Ask;
  readonly active: ActiveModel;
  /** Its marked plan gives the entities their status. */
  readonly plans: RecentPlans;
  /** The storage that outlives the window. */
  readonly memory: vscode.Memento;
}

/** The tree. */
export interface ShownTree {
  readonly pages: TreePages;
  readonly uri: () => string;
  readonly by: () => TreeGrouping;
  readonly filter: () => string;
  readonly setGrouping: (by: TreeGrouping) => Promise<void>;
  readonly setFilter: (filter: string) => void;
  /** Returns the element of an entity, however deep it is; nothing if the filter hides it. */
  readonly find: (name: string) => Promise<TreeElement | undefined>;
}

const groupingKey = 'aftermath.entityGrouping';

/** Creates the tree of the active model; `showAnew` is called when another tree is to be shown. */
export function createShownTree({ ask, active, plans, memory }: ShownTreeParts, showAnew: () => void): ShownTree {
  let by = treeGroupings.find((each) => each === memory.get(groupingKey)) ?? 'kind';
  let filter = '';
  const uri = (): string => active.current()?.toString() ?? '';
  const asked = () => ({ uri: uri(), by, ...(filter !== '' && { filter }) });
  const pages = createTreePages({
    uri,
    read: async (of) => {
      if (active.current() === undefined) return null;
      const plan = plans.marked(uri());
      return ask(treeRequest, { ...asked(), ...(of !== undefined && { of }), ...(plan !== undefined && { plan }) });
    },
  });
  setContextKey('entityGrouping', by);
  return {
    ...{ pages, uri },
    by: () => by,
    filter: () => filter,
    setGrouping: async (next) => {
      by = next;
      setContextKey('entityGrouping', by);
      showAnew();
      await memory.update(groupingKey, by);
    },
    setFilter: (next) => {
      filter = next.trim();
      setContextKey('hasEntityFilter', filter !== '');
      showAnew();
    },
    find: async (name) => {
      const found = await ask(treeWayRequest, { ...asked(), name });
      return found === null ? undefined : pages.find(found.way);
    },
  };
}
