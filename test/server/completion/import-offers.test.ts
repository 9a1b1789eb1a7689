/**
 * Names from files that are not imported are offered with their import, where they fit and from the first letter on.
 */
import assert from 'node:assert/strict';
import { createCompleter } from '../../../server/src/completion/complete.ts';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { completionList } from '../../../server/src/features/completion-list.ts';
import { readStandardFilesAhead, standardFiles } from '../../../server/src/completion/standard-files.ts';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

type Texts = Readonly<Record<string, string>>;

const library: Texts = {
  'lib.aft':
    'pd farPd { pd farInner }\nspace farSpace\nevent FarEvent\nmachine FarMachine { initial state S }\npolicy farPolicy { pdDepth: 1 }\n',
};

/** What is offered that is not visible yet, with the text after it has been chosen. */
async function offered(source: string, others: Texts = library): Promise<Readonly<Record<string, string>>> {
  const { text, offset } = marked(source);
  const { workspace, document } = await openInMemory(text, others);
  await workspace.addFolder('file:///models');
  await workspace.settle();
  const list = completionList(workspace, createCompleter(workspace.services), document, offset);
  const found = list?.entries.filter(({ edits }) => edits.length > 0) ?? [];
  return Object.fromEntries(
    found.map(({ offer, edits }) => {
      const span = {
        uri: document.uri.toString(),
        start: list?.start ?? document.textDocument.positionAt(0),
        end: list?.end ?? document.textDocument.positionAt(0),
      };
      return [offer.label, withEdits(document, [...edits, { span, text: offer.insert ?? offer.label }])];
    }),
  );
}

describe('names of files that are not imported', () => {
  it('are offered with their import, before the first declaration', async () => {
    assert.deepEqual(await offered('pd a { needs far¦ }'), {
      farPd: 'import "lib"\n\npd a { needs farPd }',
      farSpace: 'import "lib"\n\npd a { needs farSpace }',
    });
  });

  it('are offered with their import after those that are there', async () => {
    const source = 'import "other"\npd a { manages far¦ }';
    assert.deepEqual(await offered(source, { ...library, 'other.aft': '' }), {
      farSpace: 'import "other"\nimport "lib"\npd a { manages farSpace }',
    });
  });

  it('fit the place: machines, events, policies', async () => {
    assert.deepEqual(Object.keys(await offered('pd a runs Far¦')), ['FarMachine']);
    assert.deepEqual(Object.keys(await offered('pd a\nscenario "x" { send Far¦ to a }')), ['FarEvent']);
    assert.deepEqual(Object.keys(await offered('pd a\nscenario "x" { crash a under far¦ }')), ['farPolicy']);
    assert.deepEqual(Object.keys(await offered('pd a\nscenario "x" { crash far¦ }')), ['farPd']);
  });

  it('are offered once where the standard library is being read ahead', async () => {
    const { text, offset } = marked('pd a runs Region¦');
    const { workspace, document } = await openInMemory(text);
    const { services } = workspace;
    const labels = (): readonly string[] | undefined =>
      completionList(workspace, createCompleter(services), document, offset)?.entries.map(({ offer }) => offer.label);
    const reading = [readStandardFilesAhead(services), readStandardFilesAhead(services)];
    const during = labels();
    await Promise.all(reading);
    assert.ok(during !== undefined && during.length > 1);
    assert.deepEqual(labels(), during);
    assert.equal(new Set(standardFiles(services).map(({ uri }) => uri.path)).size, standardLibrary.size);
    assert.equal(standardFiles(services).length, standardLibrary.size);
  });

  it('may be those of the standard library', async () => {
    const made = await offered('pd a\nscenario "x" { crash a under murano-s¦ }', {});
    assert.deepEqual(made, {
      'murano-spec': 'import "std/murano"\n\npd a\nscenario "x" { crash a under murano-spec }',
    });
    assert.ok('ConsistentRegion' in (await offered('region r runs Consistent¦', {})));
  });

  it('are not offered before a letter is typed, where they are visible, or would lead in a cycle', async () => {
    assert.deepEqual(await offered('pd a { needs ¦ }'), {});
    assert.deepEqual(await offered('import "lib"\npd a { needs farP¦ }'), {});
    assert.deepEqual(await offered('pd a { needs far¦ }', { 'lib.aft': 'import "main"\npd farPd' }), {});
    const round = { 'lib.aft': 'import "between"\npd farPd', 'between.aft': 'import "main"' };
    assert.deepEqual(await offered('pd a { needs far¦ }', round), {});
  });

  it('are not offered where a name is declared, in comments and in texts', async () => {
    for (const source of ['pd far¦', 'pd a // far¦', 'scenario "far¦" { }', 'pd a { far¦ }'])
      assert.deepEqual(await offered(source), {}, source);
  });
});
