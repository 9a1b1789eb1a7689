/**
 * Lenses show the dependents of an entity and the effects of its crash; they can be disabled, and an incomplete model
 * gets none.
 */
import assert from 'node:assert/strict';
import { codeLenses, lensTitle } from '../../../server/src/features/code-lenses.ts';
import { usualSettings, type LensSettings } from '../../../server/src/workspace/settings.ts';
import { everyName, openEveryName } from '../every-name.ts';
import { openInMemory, type InMemory } from '../in-memory.ts';

const usual = usualSettings.codeLens;

/** Each lens as `name: words`, or `name! crash of …`. */
function shown({ workspace, document }: InMemory, settings: LensSettings = usual): readonly string[] {
  const steps = codeLenses(workspace, document, settings);
  for (;;) {
    const next = steps.next();
    if (next.done !== true) continue;
    return next.value.map((lens) => {
      const name = document.textDocument.getText(lens.span);
      if (lens.kind === 'crash') return `${name}! ${lens.pd ?? 'asks'}`;
      return `${name}: ${lensTitle(workspace, lens.source, settings) ?? ''}`;
    });
  }
}

const model = `import "lib"
space disk : block {
  resource block1
}
pd server { manages disk  holds disk.block1, disk }
pd client[2] { requests disk  holds disk.block1 }
pd app { needs client[0], far }
absent pd later
root object alone
pd one pd two { needs one }
`;

describe('code lenses', () => {
  const open = (text: string) => openInMemory(text, { 'lib.aft': 'pd far' });

  it('count holders and dependents, and say what a crash does', async () => {
    assert.deepEqual(shown(await open(model)), [
      'disk: 1 holder · 2 dependents',
      'block1: 3 holders',
      'server: 1 dependent · crash: destroys 3, degrades 2',
      'server! server',
      'client: 1 dependent · crash of client[0]: destroys 1, breaks 1',
      'client! asks',
      'app: crash: destroys 1',
      'app! app',
      'one: 1 dependent · crash: destroys 1, breaks 1',
      'one! one',
    ]);
  });

  it('can be switched off one by one', async () => {
    const memory = await open(model);
    assert.deepEqual(shown(memory, { ...usual, enable: false }), []);
    assert.deepEqual(shown(memory, { ...usual, crash: false }), [
      'disk: 1 holder · 2 dependents',
      'block1: 3 holders',
      'server: 1 dependent',
      'client: 1 dependent',
      'one: 1 dependent',
    ]);
    assert.deepEqual(shown(memory, { ...usual, dependents: false }).slice(0, 2), [
      'server: crash: destroys 3, degrades 2',
      'server! server',
    ]);
  });

  it('are over entities only', async () => {
    const memory = await openEveryName();
    const names = shown(memory).map((line) => line.split(/[:!]/)[0]);
    for (const name of names) assert.match(everyName, new RegExp(`(pd|space|resource|object) ${name ?? ''}`));
    assert.ok(names.includes('pod') && !names.includes("'old box'"));
  });

  it('are omitted where an error keeps something out of the model', async () => {
    for (const text of [`${model}pd broken {`, `${model}import "gone"`]) assert.deepEqual(shown(await open(text)), []);
    assert.deepEqual(shown(await openInMemory(model, { 'lib.aft': 'pd far { holds ] }' })), []);
    assert.notDeepEqual(shown(await open('pd a { manages s }\npd b { manages s }\nspace s')), []);
  });

  it('are left over all that an unknown name cannot concern', async () => {
    const lenses = shown(await open(`${model}pd b { needs clint[0] }\npd short { needs later as soft }\n`));
    assert.deepEqual(
      lenses.filter((line) => !line.includes('!')),
      [
        'disk: 1 holder · 2 dependents',
        'block1: 3 holders',
        'server: 1 dependent · crash: destroys at least 3, degrades 2',
        'app: crash: destroys at least 1',
        'later: 1 dependent',
        'one: 1 dependent · crash: destroys at least 1, breaks 1',
        'short: degraded · crash: destroys at least 1',
      ],
    );
    const inScenario = shown(await open(`${model}scenario "x" { crash nobody  expect 3 }\n`));
    assert.equal(inScenario.length, shown(await open(model)).length);
  });

  it('say nothing about what is gone', async () => {
    const { workspace } = await open('pd a');
    const span = { uri: 'file:///models/gone.aft', start: { line: 0, character: 3 }, end: { line: 0, character: 4 } };
    assert.equal(lensTitle(workspace, { document: span.uri, span }, usual), undefined);
  });
});
