/**
 * Folds, growing selections and links follow the text, and are omitted where the text has an error.
 */
import assert from 'node:assert/strict';
import { lexerOf } from '../../../language/src/dsl/services.ts';
import { importLinks } from '../../../server/src/features/document-links.ts';
import { foldsOf } from '../../../server/src/features/folding.ts';
import { selectionRanges } from '../../../server/src/features/selection-ranges.ts';
import { allSteps } from '../all-steps.ts';
import { everyName, namePlaces, openEveryName } from '../every-name.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

async function folds(text: string): Promise<readonly string[]> {
  const { workspace, document } = await openInMemory(text);
  return allSteps(foldsOf(document, lexerOf(workspace.services.aftermath))).map(
    ({ startLine, endLine, kind }) => `${String(startLine)}-${String(endLine)} ${kind}`,
  );
}

describe('folding', () => {
  it('folds bodies up to the line before their end, and lists', async () => {
    const text = 'pd a {\n  holds b\n}\nscenario "x" {\n  for p in [\n    a,\n    b\n  ] {\n    log "x"\n  }\n}';
    assert.deepEqual(await folds(text), ['0-1 body', '3-9 body', '4-6 body', '7-8 body']);
  });

  it('folds comments, imports and regions', async () => {
    const text = `// one
// two
import "a"
import "b"

/**
 * Three.
 */
pd a // four
// #region five
pd b
// #endregion
// six
// seven`;
    assert.deepEqual(await folds(text), ['0-1 comment', '2-3 imports', '5-7 comment', '9-11 region', '12-13 comment']);
  });

  it('folds nothing that begins and ends on a line', async () => {
    assert.deepEqual(await folds('pd a { }\n// one\npd b\nimport "x"\n'), []);
  });

  it('folds nothing that is not closed, and everything that is', async () => {
    assert.deepEqual(await folds('pd a {\n  holds (\n  needs b\n}\npd c {\n  needs d\n'), ['0-2 body']);
    assert.deepEqual(await folds('}\n}\npd a {\n\n}\n// #endregion\n// #region\n'), ['2-3 body']);
  });
});

describe('growing selections', () => {
  const shown = async (source: string): Promise<readonly string[]> => {
    const { text, position } = marked(source);
    const { document } = await openInMemory(text);
    return selectionRanges(document, position).map((range) => document.textDocument.getText(range));
  };

  it('go from the name to the file', async () => {
    assert.deepEqual(await shown('pd a { holds x.y¦z as rw }\n'), [
      'yz',
      'x.yz',
      'x.yz as rw',
      'holds x.yz as rw',
      'pd a { holds x.yz as rw }',
      'pd a { holds x.yz as rw }\n',
    ]);
  });

  it('exclude the quotes first', async () => {
    assert.deepEqual((await shown('scenario "a ti¦tle" { }')).slice(0, 2), ['a title', '"a title"']);
    assert.deepEqual((await shown("pd 'a.¦b'")).slice(0, 2), ['a.b', "'a.b'"]);
  });

  it('are each larger than the one before, at every name', async () => {
    const { document } = await openEveryName();
    for (const { start, name } of namePlaces) {
      const ranges = selectionRanges(document, document.textDocument.positionAt(start + 1));
      const texts = ranges.map((range) => document.textDocument.getText(range));
      assert.ok(texts.slice(0, 2).includes(name), `${name}: ${texts[0] ?? ''}`);
      assert.equal(texts.at(-1), everyName);
      for (const [index, text] of texts.entries()) {
        const next = texts[index + 1];
        if (next !== undefined) assert.ok(next.length > text.length && next.includes(text));
      }
    }
  });

  it('are the whole text if nothing else encloses the position', async () => {
    assert.deepEqual(await shown('¦'), ['']);
    assert.deepEqual(await shown('pd a\n\n¦\n\npd b'), ['pd a\n\n\n\npd b']);
    assert.deepEqual((await shown('pd a { ] ne¦eds [[ }')).at(-1), 'pd a { ] needs [[ }');
  });
});

describe('links', () => {
  it('lead from an import to its file, and from one of nothing nowhere', async () => {
    const text = 'import "lib"\nimport "gone"\nimport "std/murano"\nimport "';
    const { workspace, document } = await openInMemory(text, { 'lib.aft': '' });
    const links = importLinks(workspace, document);
    assert.deepEqual(
      links.map(({ span, target, isStandard }) => [document.textDocument.getText(span), target, isStandard]),
      [
        ['lib', 'file:///models/lib.aft', false],
        ['std/murano', 'aftermath:/std/murano.aft', true],
      ],
    );
  });
});
