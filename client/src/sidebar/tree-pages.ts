/**
 * The pages of the tree that VS Code has read, without VS Code: what is read once stays until the model changes, and
 * then only what has changed is reported, so that an edit that changes nothing in the tree moves nothing on screen.
 */
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { TreeEntry, TreePage } from '../../../server/src/protocol/tree-protocol.ts';

/** The facts about an entity for menus and commands; the context menus of the pages have the same fields. */
interface EntityFields {
  aftermathName?: string;
  aftermathKind?: EntityKind;
  /** The name of the entity again, and of the machine it runs, for *Show Machine…*. */
  entity?: string;
  machine?: string;
}

/** A node of the tree; one object for the same node as long as it is there. */
export interface TreeElement extends EntityFields {
  readonly id: string;
  /** The document. */
  readonly uri: string;
  readonly parent: TreeElement | undefined;
  entry: TreeEntry;
}

/** The pages read so far. */
export interface TreePages {
  /** Returns the children of a node, or the top of the tree. */
  readonly children: (of: TreeElement | undefined) => Promise<readonly TreeElement[]>;
  /** Returns the element at the end of a way of ids; nothing if it is not there. */
  readonly find: (way: readonly string[]) => Promise<TreeElement | undefined>;
  /** The counts of the top page; nothing before it is read, or without a model. */
  readonly top: () => TreePage | undefined;
  /** Reads all pages again; returns the nodes that must be drawn again, `undefined` for the whole tree. */
  readonly refresh: () => Promise<readonly (TreeElement | undefined)[]>;
  /** Forgets everything, because another tree is shown. */
  readonly forget: () => void;
}

/** The tree that is read. */
export interface TreeSource {
  readonly uri: () => string;
  /** Reads a page: the children of the node with this id, or the top. */
  readonly read: (of: string | undefined) => Promise<TreePage | null>;
}

interface Page {
  readonly page: TreePage | undefined;
  readonly elements: readonly TreeElement[];
}

/** Creates an empty store. */
export function createTreePages({ uri, read }: TreeSource): TreePages {
  const pages = new Map<TreeElement | undefined, Page>();
  /** Answers to requests before the last `forget` are dropped. */
  let generation = 0;
  const load = async (of: TreeElement | undefined): Promise<Page> => {
    const own = generation;
    const page = (await read(of?.id)) ?? undefined;
    if (own !== generation) return { page, elements: [] };
    const before = new Map((pages.get(of)?.elements ?? []).map((element) => [element.id, element]));
    const elements = (page?.entries ?? []).map((entry): TreeElement => {
      const known = before.get(entry.id);
      const now = { entry, ...fieldsOf(entry) };
      return known === undefined ? { id: entry.id, uri: uri(), parent: of, ...now } : Object.assign(known, now);
    });
    const loaded = { page, elements };
    pages.set(of, loaded);
    return loaded;
  };
  const children = async (of: TreeElement | undefined): Promise<readonly TreeElement[]> =>
    (pages.get(of) ?? (await load(of))).elements;
  const refresh = async (): Promise<readonly (TreeElement | undefined)[]> => {
    const own = generation;
    const changed: (TreeElement | undefined)[] = [];
    // A node comes before those below it, and is gone before they are asked for.
    for (const [of, { page }] of [...pages]) {
      if (own !== generation) return [];
      if (of !== undefined && !isThere(of)) {
        pages.delete(of);
        continue;
      }
      const loaded = await load(of);
      if (JSON.stringify(loaded.page?.entries) !== JSON.stringify(page?.entries)) changed.push(of);
    }
    if (own !== generation) return [];
    return changed.includes(undefined) ? [undefined] : changed;
  };
  const isThere = (element: TreeElement): boolean =>
    (element.parent === undefined || isThere(element.parent)) &&
    pages.get(element.parent)?.elements.includes(element) === true;
  return {
    children,
    find: async (way) => {
      let found: TreeElement | undefined;
      for (const id of way) {
        found = (await children(found)).find((each) => each.id === id);
        if (found === undefined) return undefined;
      }
      return found;
    },
    top: () => pages.get(undefined)?.page,
    refresh,
    forget: () => {
      generation += 1;
      pages.clear();
    },
  };
}

const fieldsOf = ({ name, kind, machine }: TreeEntry): EntityFields => ({
  ...(name !== undefined && { aftermathName: name, entity: name }),
  ...(kind !== undefined && { aftermathKind: kind }),
  ...(machine !== undefined && { machine }),
});
