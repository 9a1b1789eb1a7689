/**
 * The author's own data in the editor: hover, definition, references, rename and completion of its keys.
 */
import assert from 'node:assert/strict';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { createCompleter } from '../../../server/src/completion/complete.ts';
import { definitionAt } from '../../../server/src/features/definition.ts';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { renameAt } from '../../../server/src/features/rename.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';
import { marked, positionAt } from '../marked-text.ts';

const model = `pd a { data { team: "storage"  tier: 2 } }
pd b { data { team: "web" } }
pd c
scenario "s" {
  expect b.team == "web"
  expect count p in pds: p.team == none == 1
}
`;

async function at(piece: string) {
  const { text, offset } = marked(piece);
  const start = model.indexOf(text);
  assert.ok(start >= 0, text);
  return { ...(await openInMemory(model)), offset: start + offset };
}

describe('data of an entity', () => {
  it('is shown in the hover of the entity, and counted in that of a key', async () => {
    const entity = await at('pd ¦a {');
    assert.match(
      hoverAt(entity.workspace, entity.document, entity.offset)?.markdown ?? '',
      /data · `team: "storage"` · `tier: 2`/,
    );
    const key = await at('p.te¦am');
    assert.equal(
      hoverAt(key.workspace, key.document, key.offset)?.markdown.replaceAll('  \n', '\n'),
      '**data** `team`\nentities 2',
    );
  });

  it('is declared where the entity has it, otherwise first in the file', async () => {
    for (const [piece, wanted] of [
      ['b.te¦am', model.indexOf('team: "web"')],
      ['p.te¦am', model.indexOf('team')],
    ] as const) {
      const { workspace, document, offset } = await at(piece);
      assert.deepEqual(definitionAt(workspace, document, offset)?.target.start, positionAt(model, wanted));
    }
  });

  it('is renamed in every entity and expression at once', async () => {
    for (const piece of ['b.te¦am', 'te¦am: "web"']) {
      const { workspace, document, offset } = await at(piece);
      const edits = allSteps(renameAt(workspace, document, offset, 'group'));
      assert.ok(edits !== undefined && !('refusal' in edits), JSON.stringify(edits));
      assert.equal(withEdits(document, edits), model.replaceAll('team', 'group'));
    }
  });

  it('offers its keys after a dot and in other data, and not among the settings', async () => {
    const labels = async (source: string): Promise<readonly string[]> => {
      const { text, offset } = marked(source);
      const { workspace, document } = await openInMemory(text);
      const found = createCompleter(workspace.services)(document, offset, workspace.all());
      return found?.offers.map(({ label }) => label) ?? [];
    };
    assert.ok((await labels('pd a { data { team: 1 } }\nscenario "s" { expect a.¦ }')).includes('team'));
    assert.ok((await labels('pd a { data { team: 1 } }\npd b { data { ¦ } }')).includes('team'));
    const settings = await labels('pd a { data { team: 1 } }\npd b { ¦ }');
    assert.ok(settings.includes('overhead') && settings.includes('data') && !settings.includes('team'));
  });

  it('never turns up among the known settings', async () => {
    const { workspace, document } = await openInMemory('pd a { data { team: 1 } }\npd b { tean: 1 }');
    const [finding] = workspace.models.of(document).findings;
    assert.equal(finding?.code, 'setting/unknown');
    assert.doesNotMatch(finding.message, /team/);
  });
});
