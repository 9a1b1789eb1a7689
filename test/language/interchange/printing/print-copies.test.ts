/** Copies in a model are printed as copies if that expresses all of them, and load to the same model. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copyGroups } from '../../../../language/src/interchange/printing/copy-groups.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { runs } from '../../../properties.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';

/** Loads a text and prints its model. */
async function printed(text: string): Promise<string> {
  const loaded = await loadPrinted(text);
  assert.deepEqual(errorsIn(loaded), []);
  return printModel(loaded.model);
}

const file = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('the copies of a model', () => {
  const unchanged: readonly (readonly [what: string, text: string])[] = [
    ['with settings that say the number', file('object a[3] { rank: index  next: index + 1  note: "no ${index}" }')],
    ['with settings that are the same', file('object a[3] { note: "x"  list: [1, 2] }')],
    [
      'in two spaces that map one to one',
      file(
        'space s : disk {',
        '  resource r[4] : disk { maps t.r[index + 2] }',
        '}',
        '',
        'space t : disk {',
        '  resource r[6] : disk',
        '}',
      ),
    ],
    [
      'held all, some, one, and with rights',
      file(
        'pd p { holds s.r[*], s.r[1..3], s.r[5], s.r[0..1] as rw, s.r[2..6] }',
        '',
        'space s {',
        '  resource r[7]',
        '}',
      ),
    ],
    ['that map on among themselves', file('resource r[3] { maps r[index] }')],
    ['under a name that is a keyword', file("object 'node'[2] { refers 'node'[0] }")],
    ['of which there is one', file('object a[1]', 'object b { refers a[0] }')],
  ];
  for (const [what, text] of unchanged) {
    it(`are printed as they were written: ${what}`, async () => {
      assert.equal(await printed(text), text);
    });
  }

  const single: readonly (readonly [what: string, text: string])[] = [
    ['with something nested', 'object a[2] { object b }'],
    ['of which one says more', 'object a[2]\nobject b\na[1] refers b'],
    ['in a model where "index" is a name', 'object a[2] { x: 1 }\nobject index'],
  ];
  for (const [what, text] of single) {
    it(`are printed one by one: ${what}`, async () => {
      const { model } = await loadPrinted(text);
      assert.equal(copyGroups(model).size, 0);
      assert.ok((await printed(text)).includes("object 'a[1]'"));
    });
  }

  const number = fc.nat(4).map((value) => value - 2);
  const target = fc.oneof(
    fc.tuple(fc.nat(2), number).map(([set, ahead]) => `s${String(set)}.r[(index + ${String(ahead + 2)}) % 3]`),
    fc.nat(2).map((set) => `s${String(set)}.r[index]`),
    fc.nat(2).map((set) => `s${String(set)}.r[*]`),
    fc.nat(2).map((set) => `s${String(set)}.r[1..2]`),
    fc.constantFrom('lone'),
  );
  const resources = fc.tuple(fc.integer({ min: 3, max: 6 }), fc.array(target, { maxLength: 3 }), fc.nat(3));
  const model = fc
    .tuple(fc.array(resources, { minLength: 3, maxLength: 3 }), fc.array(fc.nat(2), { maxLength: 3 }))
    .map(([all, odd]) => {
      const fewest = Math.min(...all.map(([count]) => count));
      const spaces = all.map(([count, targets, data], set) => {
        const maps = targets.map((each) => `maps ${each}`).join('  ');
        const settings = ['', 'x: index', 'x: "n${index - 1}"', 'x: [index, 1]'][data] ?? '';
        // Copies that name others by their own number must not be more than these.
        const most = targets.some((each) => each.endsWith('[index]')) ? Math.min(count, fewest) : count;
        return `space s${String(set)} { resource r[${String(most)}] { ${settings}  ${maps} } }`;
      });
      return [...spaces, 'resource lone', ...odd.map((set) => `s${String(set)}.r[1] maps lone`)].join('\n');
    });

  it('load to the same model, for any relations and settings', async () => {
    let groups = 0;
    await fc.assert(
      fc.asyncProperty(model, async (text) => {
        const before = await loadPrinted(text);
        fc.pre(errorsIn(before).length === 0);
        const again = printModel(before.model);
        const after = await loadPrinted(again);
        assert.deepEqual(errorsIn(after), [], again);
        const bare = (name: string): string => name.replaceAll("'", '');
        const said = ({ model: { entities, relations } }: typeof before): string[] =>
          relations.map(
            ({ source, kind, target: to }) =>
              `${bare(entities[source]?.name ?? '')} ${kind} ${bare(entities[to]?.name ?? '')}`,
          );
        assert.deepEqual(
          after.model.entities.map(({ name, settings }) => [bare(name), settings]),
          before.model.entities.map(({ name, settings }) => [bare(name), settings]),
          again,
        );
        assert.deepEqual(said(after).sort(), said(before).sort(), again);
        groups += copyGroups(before.model).size > 0 ? 1 : 0;
      }),
      { numRuns: runs(10, 600) },
    );
    assert.ok(groups > runs(3, 150), String(groups));
  });
});
