/**
 * Edits of a text with classes: after each, the model, its locations and its findings are those of the text opened
 * anew. What a class gives lies in its text, and so moves apart from its instances.
 */
import assert from 'node:assert/strict';
import { mainUri, openInMemory } from './in-memory.ts';

const lib = 'class Far for pd { param n: int = 1  pd deep { overhead: -1 }  on destroy { log "far ${n}" } }';

const text = `import "lib"
pd a is Web { port: 1 }
pd b[2] is Web { port: index  data { own: 1 } }
node n { pd f is Far  pd g is Base { needs cache } }
class Web extends Base {
  action act { log "web \${port}" }
  needs outside
}
pd outside
class Base for pd {
  param port: int = 80
  pd cache { overhead: port }
  on destroy { log "base" }
}
pd user { needs a.cache, n.f.deep, b[0].cache }
scenario "x" { destroy a  expect log "base"  expect b[0] is Base }
`;

/** Each edit replaces what it finds first; the text returns to what it was at the end. */
const edits: readonly (readonly [from: string, to: string])[] = [
  ['pd a is', '\n\npd a is'],
  ['pd outside\n', 'pd outside\n\n// more\n'],
  ['class Web', '\nclass Web'],
  ['int = 80', 'int = 9'],
  ['log "base" }\n}', 'log "changed" }\n}'],
  ['needs outside\n', 'needs outside as soft\n  pd extra\n'],
  ['pd cache {', 'pd cache2 {'],
  ['pd cache2 {', 'pd cache {'],
  ['class Base for pd', 'class Base for node'],
  ['class Base for node', 'class Base for pd'],
  ['class Web extends Base', 'class Web extends Bas'],
  ['class Web extends Bas ', 'class Web extends Base : label '],
  ['is Web { port: 1 }', 'is Base { port: 2 }'],
  ['pd a is Base', 'pd a'],
  ['pd a {', 'pd a is Web {'],
];

async function answersOf(source: string): Promise<unknown> {
  const { workspace, document } = await openInMemory(source, { 'lib.aft': lib });
  return told(workspace.models.of(document));
}

const told = ({ model, sources, findings }: { model: unknown; sources: unknown; findings: unknown }): unknown =>
  JSON.parse(JSON.stringify({ model, sources, findings }));

describe('a text with classes after an edit', () => {
  it('has the model, the locations and the findings of the text opened again', async () => {
    const { workspace, document } = await openInMemory(text, { 'lib.aft': lib });
    workspace.models.of(document);
    let now = text;
    for (const [version, [from, to]] of edits.entries()) {
      assert.ok(now.includes(from), from);
      now = now.replace(from, to);
      workspace.setText(mainUri, { version: version + 2, text: now });
      await workspace.settle();
      const changed = workspace.find(mainUri);
      assert.ok(changed !== undefined);
      workspace.models.link(changed);
      assert.deepEqual(told(workspace.models.of(changed)), await answersOf(now), `after "${to}":\n${now}`);
    }
  });
});
