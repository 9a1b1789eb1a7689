/** The graph of imports finds importers in both directions, and looks at each file once. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createImportGraph } from '../../../server/src/workspace/import-graph.ts';

type Files = ReadonlyMap<string, readonly string[]>;

/** Finds the importers by asking each file again until there are no more. */
function naiveImporters(uri: string, files: Files): ReadonlySet<string> {
  const found = new Set<string>();
  for (let size = -1; size < found.size;) {
    ({ size } = found);
    for (const [importer, imports] of files)
      if (importer !== uri && imports.some((each) => each === uri || found.has(each))) found.add(importer);
  }
  return found;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

describe('the graph of imports', () => {
  it('has the importers that a naive search finds, after any changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.option(fc.array(name, { maxLength: 4 })))), (changes) => {
        const graph = createImportGraph();
        const files = new Map<string, readonly string[]>();
        for (const [uri, imports] of changes) {
          if (imports === null) {
            graph.delete(uri);
            files.delete(uri);
          } else {
            graph.set(uri, imports);
            files.set(uri, imports);
          }
        }
        assert.deepEqual(graph.uris(), [...files.keys()]);
        for (const uri of 'abcdef') {
          const importers = naiveImporters(uri, files);
          assert.deepEqual(new Set(graph.importersOf(uri)), importers);
          assert.equal(graph.isImported(uri), importers.size > 0);
          assert.deepEqual(graph.importsOf(uri), files.get(uri) ?? []);
        }
      }),
    );
  });

  it('follows a long chain to its end', () => {
    const graph = createImportGraph();
    for (let each = 0; each < 20_000; each++) graph.set(String(each), [String(each + 1)]);
    assert.equal(graph.importersOf('20000').size, 20_000);
  });
});
