/** A document that is changed uses parts of its old tree again; its model and findings are those of a new one. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createDocumentTrees, type DocumentTrees } from '../../server/src/document-trees.ts';
import { filesIn } from '../language/dsl/aftermath-texts.ts';
import { applyEdit, edit } from '../language/dsl/random-edits.ts';

const uri = 'memory:/main.aft';
const importedUri = 'memory:/other.aft';
const other = 'pd elsewhere\nspace shared { resource page }\nmachine Other for pd { initial state A }\n';
const importer = 'import "other"\npd here runs Other { holds shared.page }\nscenario "s" { crash elsewhere }\n';

function makeTrees(): DocumentTrees {
  return createDocumentTrees({
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
  });
}

function loadedIn(trees: DocumentTrees): unknown {
  const document = trees.find(uri);
  assert.ok(document);
  const { model, sources, findings } = trees.models.of(document);
  return { model, sources, findings };
}

function afresh(text: string, imported: string): unknown {
  const trees = makeTrees();
  trees.replace(importedUri, imported);
  trees.replace(uri, text);
  return loadedIn(trees);
}

describe('the model and the findings of a changed document', () => {
  const texts = [...filesIn('examples').map(({ text }) => text), importer];
  it('are those of a new one', () => {
    const changes = fc.array(fc.record({ edit, inImported: fc.boolean() }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), changes, (text, all) => {
        const now = { text, imported: other };
        const trees = makeTrees();
        trees.replace(importedUri, now.imported);
        trees.replace(uri, now.text);
        loadedIn(trees);
        for (const change of all) {
          if (change.inImported) trees.replace(importedUri, (now.imported = applyEdit(now.imported, change.edit)));
          else trees.replace(uri, (now.text = applyEdit(now.text, change.edit)));
          assert.deepEqual(loadedIn(trees), afresh(now.text, now.imported), now.text);
        }
      }),
      { numRuns: 30 },
    );
  });
});
