/**
 * The graph of the imports of documents, in both directions. Independent of files and editors.
 */

/** The imports of the known documents; the imported ones need not be known. */
export interface ImportGraph {
  /** Sets the direct imports of a document. */
  readonly set: (uri: string, imports: readonly string[]) => void;
  readonly delete: (uri: string) => void;
  /** Returns the direct imports of a document. */
  readonly importsOf: (uri: string) => readonly string[];
  /** Returns all documents that import one, directly or indirectly, without itself. Cost: O(result and its imports). */
  readonly importersOf: (uri: string) => ReadonlySet<string>;
  readonly isImported: (uri: string) => boolean;
  /** Returns the documents whose imports are set. */
  readonly uris: () => readonly string[];
}

/** Creates an empty graph. */
export function createImportGraph(): ImportGraph {
  const imported = new Map<string, readonly string[]>();
  const importers = new Map<string, Set<string>>();
  const unlink = (uri: string): void => {
    for (const each of imported.get(uri) ?? []) {
      const others = importers.get(each);
      others?.delete(uri);
      if (others?.size === 0) importers.delete(each);
    }
  };
  return {
    set: (uri, imports) => {
      unlink(uri);
      imported.set(uri, imports);
      for (const each of imports) {
        const others = importers.get(each);
        if (others === undefined) importers.set(each, new Set([uri]));
        else others.add(uri);
      }
    },
    delete: (uri) => {
      unlink(uri);
      imported.delete(uri);
    },
    importsOf: (uri) => imported.get(uri) ?? [],
    importersOf: (uri) => {
      const found = new Set<string>();
      const pending = [uri];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        for (const importer of importers.get(next) ?? []) {
          if (importer === uri || found.has(importer)) continue;
          found.add(importer);
          pending.push(importer);
        }
      }
      return found;
    },
    isImported: (uri) => [...(importers.get(uri) ?? [])].some((importer) => importer !== uri),
    uris: () => [...imported.keys()],
  };
}
