/** `aftermath export --view`: one named view in each format, and refusals. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';

const text =
  'pd a { needs b }\npd b\npd c\nview "two" { include a, b direction down }\nview "none" { include {p in pds: p.type == web} }\n';

describe('aftermath export --view', () => {
  const exported = async (...words: readonly string[]) => {
    const found: Awaited<ReturnType<typeof aftermath>>[] = [];
    await inFolder({ 'm.aft': text }, async (folder) => {
      found.push(await aftermath(['export', ...words], { folder }));
    });
    const [only] = found;
    assert.ok(only);
    return only;
  };

  it('writes only what the view shows, in its direction', async () => {
    const mermaid = await exported('mermaid', 'm.aft', '--view', 'two');
    assert.equal(mermaid.output, 'flowchart TD\n  e0(["a"])\n  e1(["b"])\n  e0 ==>|"needs"| e1\n');
    const dot = await exported('dot', 'm.aft', '--view', 'two');
    assert.match(dot.output, /rankdir=TB;/);
    assert.doesNotMatch(dot.output, /label="c"/);
    const svg = await exported('svg', 'm.aft', '--view', 'two');
    assert.match(svg.output, /two in /);
    assert.match(svg.output, />a</);
    assert.doesNotMatch(svg.output, />c</);
  });

  it('keeps the number of a need, in a gate or on the only line that is left', async () => {
    const input =
      'pd api[3]\npd lb { needs 2 of api[*] }\nview "all" { exclude api[2] }\nview "one" { include lb, api[0] }\n';
    const view = async (title: string): Promise<readonly string[]> =>
      (await aftermath(['export', 'mermaid', '-', '--view', title], { input })).output.split('\n').slice(3, -1);
    assert.deepEqual(await view('all'), [
      ...['  e2(["lb"])', '  e3{"2 of 3"}', '  e2 ==>|"needs"| e3', '  e3 ==> e0', '  e3 ==> e1'],
    ]);
    assert.deepEqual(await view('one'), ['  e1 ==>|"needs 2 of 3"| e0']);
  });

  it('says that a view shows nothing', async () => {
    const { output, notes } = await exported('mermaid', 'm.aft', '--view', 'none');
    assert.equal(output, 'flowchart LR\n');
    assert.match(notes, /The view "none" shows nothing: no entity is in its sets at the start\./);
  });

  it('refuses a view that is not there, and a format that has no views', async () => {
    const unknown = await exported('dot', 'm.aft', '--view', 'tow');
    assert.equal(unknown.code, 2);
    assert.match(unknown.notes, /There is no view "tow" in .*Did you mean "two"\?/);
    const json = await exported('json', 'm.aft', '--view', 'two');
    assert.equal(json.code, 2);
    assert.match(json.notes, /A view is not exported as "json"\. The formats are svg, png, dot, mermaid\./);
  });
});
