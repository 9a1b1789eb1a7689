/**
 * Hints show what a text leaves implicit; each kind can be disabled, and an incomplete model gets none.
 */
import assert from 'node:assert/strict';
import { inlayHints } from '../../../server/src/features/inlay-hints.ts';
import { usualSettings, type HintSettings } from '../../../server/src/workspace/settings.ts';
import { openEveryName } from '../every-name.ts';
import { openInMemory, type InMemory } from '../in-memory.ts';

const none: HintSettings = { enable: true, teardownLayer: false, depth: false, inherited: false, timeouts: false };

/** The text with each hint in it, in brackets. */
function shown({ workspace, document }: InMemory, settings: HintSettings, lines?: readonly [number, number]): string {
  const [start = 0, end = Infinity] = lines ?? [];
  const steps = inlayHints(workspace, document, { start: { line: start }, end: { line: end } }, settings);
  for (;;) {
    const next = steps.next();
    if (next.done !== true) continue;
    let text = document.textDocument.getText();
    for (const { position, label } of next.value.toReversed()) {
      const at = document.textDocument.offsetAt(position);
      text = `${text.slice(0, at)}«${label}»${text.slice(at)}`;
    }
    return text;
  }
}

describe('inlay hints', () => {
  it('say in which layer of the teardown something goes', async () => {
    const memory = await openInMemory('space s { resource r[2] }\npd p { manages s }\npd q { requests s }');
    assert.equal(
      shown(memory, { ...none, teardownLayer: true }),
      'space s«layer 2 of 3» { resource r[2]«layer 1 of 3» }\npd p«layer 3 of 3» { manages s }\npd q«layer 1 of 3» { requests s }',
    );
    assert.equal(shown(await openInMemory('pd a\npd b'), { ...none, teardownLayer: true }), 'pd a\npd b');
  });

  it('say how far a crash reaches where the text does not', async () => {
    const text = `policy half { pdDepth: 1 }
policy empty { layers: latest }
policy whole { pdDepth: 1 spaceDepth: 2 }
pd a
scenario "x" {
  crash a
  crash a under whole
}`;
    assert.equal(
      shown(await openInMemory(text), { ...none, depth: true }),
      text
        .replace('half', 'half«spaceDepth: 0»')
        .replace('empty', 'empty«pdDepth: 0, spaceDepth: 0»')
        .replace('crash a\n', 'crash a«under default: 0, 0»\n'),
    );
    const declared = 'policy default { pdDepth: 2 spaceDepth: unlimited }\npd a\nscenario "x" { crash a }';
    assert.match(shown(await openInMemory(declared), { ...none, depth: true }), /crash a«under default: 2, unlimited»/);
  });

  it('say what is inherited: the owner of an object, the label of a resource', async () => {
    const text =
      'root object o { object p { object q } }\nspace s : block { resource r  resource t : page }\nnode n { object x }';
    assert.equal(
      shown(await openInMemory(text), { ...none, inherited: true }),
      'root object o { object p«owned by o» { object q«owned by p» } }\nspace s : block { resource r«: block»  resource t : page }\nnode n { object x }',
    );
  });

  it('say how long a timer takes in the entities that run the machine', async () => {
    const text = `machine M for pd {
  param short: duration = 1s
  param long: duration = short * 3
  var seen: int = 0
  let twice = long * 2
  initial state A { after twice -> B }
  state B { after 5s -> A  after short + 500ms -> A  after seen * 1s -> A }
}
pd a runs M
pd b runs M { short: 2s }
`;
    assert.equal(
      shown(await openInMemory(text), { ...none, timeouts: true }),
      text
        .replace('after twice', 'after twice«= 6s or 12s»')
        .replace('500ms', '500ms«= 1500ms or 2500ms»')
        .replace('pd a runs M', 'pd a runs M«short: 1s, long: 3s»')
        .replace('pd b runs M', 'pd b runs M«long: 6s»'),
    );
  });

  it('show the default of a timer if nothing runs the machine, and nothing in a cycle', async () => {
    const alone = 'machine M { param p: duration = 2s  initial state A { after p -> A } }';
    assert.match(shown(await openInMemory(alone), { ...none, timeouts: true }), /after p«= 2s»/);
    const circle = 'machine M { let a = b  let b = a  initial state A { after a -> A } }';
    assert.equal(shown(await openInMemory(circle), { ...none, timeouts: true }), circle);
  });

  it('are only in the requested lines', async () => {
    const memory = await openInMemory('space s { resource r }\npd p { manages s }\npd q { requests s }');
    assert.equal(
      shown(memory, { ...none, teardownLayer: true }, [1, 1]),
      'space s { resource r }\npd p«layer 3 of 3» { manages s }\npd q { requests s }',
    );
  });

  it('can be switched off all at once', async () => {
    const memory = await openEveryName();
    const text = memory.document.textDocument.getText();
    assert.notEqual(shown(memory, usualSettings.inlayHints), text);
    assert.equal(shown(memory, { ...usualSettings.inlayHints, enable: false }), text);
    assert.equal(shown(memory, none), text);
  });

  it('are omitted where an error keeps something out of the model', async () => {
    const text = 'space s { resource r }\npd p { manages s }\npd q { requests ] s }';
    assert.equal(shown(await openInMemory(text), usualSettings.inlayHints), text);
  });
});
