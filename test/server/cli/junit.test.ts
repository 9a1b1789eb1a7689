/** JUnit XML is well-formed for any model, and its counts are right. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { aftermath, inFolder } from './command-line.ts';
import { type Element, readXml } from './read-xml.ts';
import { anyText } from '../../any-text.ts';

const model = `event Share(by: int)
machine Divider for pd {
  persistent var part: number = 0
  initial state On { on Share(by) do { part := 1 / by  report "shared" } }
}
pd divider runs Divider
scenario "it shares" { run 1500ms  send Share(2) to divider  expect divider.part == 1 / 2 }
scenario "it does not crash" { crash divider  expect divider alive }
scenario "nobody gets nothing" { expect divider destroyed  send Share(0) to divider }
`;

const named = (elements: readonly Element[], name: string): readonly Element[] =>
  elements.filter((element) => element.name === name);

/** The attributes that are asked for, in this order. */
const values = ({ attributes }: Element, ...names: readonly string[]): readonly (string | undefined)[] =>
  names.map((name) => attributes[name]);

describe('the JUnit XML', () => {
  it('has a suite for each file and a case for each scenario, with what failed', async () => {
    await inFolder({ 'shop.aft': model, 'broken.aft': 'pd a { needs gone }\n' }, async (folder) => {
      const files = ['shop.aft', 'broken.aft', 'gone.aft'];
      const { code, output } = await aftermath(['test', ...files, '--junit', '-', '--seed', '7'], { folder });
      assert.equal(code, 2);
      const root = readXml(output);
      assert.deepEqual(values(root, 'tests', 'failures', 'errors', 'time'), ['5', '1', '3', '1.5']);
      const [shop, broken, gone] = root.children;
      assert.ok(shop !== undefined && broken !== undefined && gone !== undefined);
      assert.deepEqual(values(shop, 'name', 'tests', 'failures', 'errors'), ['shop.aft', '3', '1', '1']);
      assert.deepEqual(shop.children[0]?.children[0]?.attributes, { name: 'seed', value: '7' });
      const cases = named(shop.children, 'testcase');
      const insides = cases.map(({ children: [inside] }) => inside);
      assert.deepEqual(
        cases.map((each) => values(each, 'name', 'classname', 'line', 'time')),
        [
          ['it shares', 'shop.aft', '7', '1.5'],
          ['it does not crash', 'shop.aft', '8', '0'],
          ['nobody gets nothing', 'shop.aft', '9', '0'],
        ],
      );
      assert.deepEqual(
        cases.map(({ children }) => children.map((child) => [child.name, child.attributes.type])),
        [[['system-out', undefined]], [['failure', 'run/expectation']], [['error', 'run/number']]],
      );
      const message = 'At 0s: expected divider alive; found: divider is destroyed by its own crash.';
      assert.equal(insides[1]?.attributes.message, message);
      assert.match(insides[1].text, /\n {4}> scenario "it does not crash" .+\n {4}expected: divider/);
      assert.match(insides[2]?.text ?? '', /run\/expectation[^]+run\/number/);
      assert.match(broken.children[1]?.children[0]?.text ?? '', /^broken\.aft:1:14: error name\/unknown /);
      assert.equal(gone.children[1]?.children[0]?.attributes.message, 'There is no file "gone.aft".');
    });
  });

  it('has a case for each check, with what breaks it, and skips what is not decided', async () => {
    const text = `pd app
machine Count { var n: int = 0  initial state On { after 1s do { n := n + 1 } -> On } }
pd counter runs Count
check "nothing dies" { fault crash of app  never app crashed }
check "it is small" { bound counter.n <= 3  never counter.n > 5 }
check "it breaks" fails { fault crash of app  never app crashed }
check "it is large" { fault crash of app  never counter.n < 0 }
`;
    await inFolder({ 'count.aft': text }, async (folder) => {
      const { code, output } = await aftermath(['verify', 'count.aft', '--junit', '-', '--memory', '1m'], { folder });
      assert.equal(code, 1);
      const root = readXml(output);
      assert.deepEqual(values(root, 'tests', 'failures', 'errors'), ['4', '1', '0']);
      const cases = named(root.children[0]?.children ?? [], 'testcase');
      assert.deepEqual(
        cases.map(({ attributes, children }) => [attributes.name, attributes.line, children.map(({ name }) => name)]),
        [
          ['nothing dies', '4', ['failure']],
          ['it is small', '5', ['system-out']],
          ['it breaks', '6', ['system-out']],
          ['it is large', '7', ['skipped']],
        ],
      );
      assert.match(cases[0]?.children[0]?.text ?? '', /failed count\.aft:4:\d+: nothing dies[^]+crash/);
      assert.match(cases[3]?.children[0]?.attributes.message ?? '', /memory/);
    });
  });

  it('prints the same each time', async () => {
    const run = () => aftermath(['test', '-', '--junit', '-'], { input: model });
    assert.deepEqual(await run(), await run());
  });

  it('writes what XML does not allow as a reference or an escape', async () => {
    const title = "a\u0007<b>&'c']]>\tend\uFFFE\u{1F600}\u0085";
    const input = `pd a\nscenario "${title}" { expect a destroyed }\n`;
    const root = readXml((await aftermath(['test', '-', '--junit', '-'], { input })).output);
    const [, found] = root.children[0]?.children ?? [];
    assert.equal(found?.attributes.name, "a\\u0007<b>&'c']]>\tend\\ufffe\u{1F600}\\u0085");
  });

  it('is well-formed for any title, and gives it back where XML can', async () => {
    const unit = fc.oneof(anyText(), fc.constantFrom('&', '<', '>', '"', "'", ']]>', '&amp;', '\t'));
    // A text with a NUL is no model at all.
    const titles = fc.array(unit).map((parts) => parts.join('').replaceAll(/["\\$\0\n\r\u2028\u2029]/g, ''));
    await fc.assert(
      fc.asyncProperty(titles, async (title) => {
        const input = `pd a\nscenario "${title}" { expect a destroyed }\n`;
        const { output, notes } = await aftermath(['test', '-', '--junit', '-'], { input });
        assert.equal(notes, '');
        const [, found] = readXml(output).children[0]?.children ?? [];
        if (/^[ -~\t\u00A0-\u02AF]*$/.test(title)) assert.equal(found?.attributes.name, title);
      }),
      { numRuns: 30 },
    );
  });
});
