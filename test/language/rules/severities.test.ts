/** Options change how grave findings are, silence rules and switch on those that are off by default. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { Severities } from '../../../language/src/dsl/rules/severities.ts';
import { documentedBlocks } from '../dsl/aftermath-texts.ts';
import { findingsOf } from './fixtures.ts';

async function told(text: string, severities: Severities = {}): Promise<string[]> {
  const loader = createLoader((uri) => Promise.resolve(uri === 'test:/fixture.aft' ? text : undefined), { severities });
  const { findings } = await loader.load('test:/fixture.aft');
  return findings.map(({ severity, code, span }) => `${span.start.line + 1} ${severity} ${code}`);
}

const orphan = 'space disk { resource lost }\npd driver { manages disk }';
const maps = 'space a { physical: true  maps b, c }\nspace b\nspace c\npd p { manages a, b, c }';

describe('the severities of findings', () => {
  it('are changed by code', async () => {
    assert.deepEqual(await told(orphan), ['1 warning resource/orphan']);
    assert.deepEqual(await told(orphan, { 'resource/orphan': 'error' }), ['1 error resource/orphan']);
    assert.deepEqual(await told(orphan, { 'space/no-manager': 'error' }), ['1 warning resource/orphan']);
  });

  it('silence a check of the model or the language', async () => {
    const machine = 'machine M for pd { param idle: int = 1  initial state On }\npd p runs M';
    assert.deepEqual(await told(orphan, { 'resource/orphan': 'off' }), []);
    assert.deepEqual(await told(machine), ['1 information parameter/unused']);
    assert.deepEqual(await told(machine, { 'parameter/unused': 'off' }), []);
  });

  it('switch on a rule that is off by default', async () => {
    assert.deepEqual(await told(maps), []);
    assert.deepEqual(await told(maps, { 'space/several-maps': 'information' }), ['1 information space/several-maps']);
    const both: Severities = { 'space/several-maps': 'warning', 'map/physical-to-virtual': 'error' };
    assert.deepEqual((await told(maps, both)).sort(), [
      '1 error map/physical-to-virtual',
      '1 error map/physical-to-virtual',
      '1 warning space/several-maps',
    ]);
    assert.deepEqual(await told(maps, { 'space/several-maps': 'off' }), []);
  });

  it('do not apply to findings that keep something out of the model', async () => {
    const unknown = 'pd p { needs missing }';
    assert.deepEqual(await told(unknown, { 'name/unknown': 'off' }), ['1 error name/unknown']);
    assert.deepEqual(await told('pd p {', { 'syntax/token': 'hint' }), ['1 error syntax/token']);
  });

  it('say nothing about a directive for a rule that is off', async () => {
    const text = `// aftermath-ignore resource/orphan: kept\n${orphan}`;
    assert.deepEqual(await told(text), []);
    assert.deepEqual(await told(text, { 'resource/orphan': 'off' }), []);
    assert.deepEqual(await told('// aftermath-ignore resource/orphan: gone\npd p', { 'ignore/unused': 'off' }), []);
  });

  it('let a directive silence a check that is switched on', async () => {
    const text = `// aftermath-ignore space/several-maps: striped\n${maps}`;
    assert.deepEqual(await told(text, { 'space/several-maps': 'warning' }), []);
    assert.deepEqual(
      await told(`// aftermath-ignore space/several-maps: none\npd p`, { 'space/several-maps': 'warning' }),
      ['1 warning ignore/unused'],
    );
  });
});

describe('a directive', () => {
  it('silences only its code and only its line', async () => {
    const text =
      'space disk {\n  // aftermath-ignore resource/orphan: kept\n  resource one\n  resource two\n}\nspace other';
    assert.deepEqual(await told(`${text}\npd driver { manages disk }`), [
      '4 warning resource/orphan',
      '6 warning space/no-manager',
    ]);
  });

  it('accepts Windows line endings', async () => {
    const text = `// aftermath-ignore resource/orphan: kept\n${orphan}`;
    assert.deepEqual(await told(text.replaceAll('\n', '\r\n')), []);
    const [finding] = await findingsOf('// aftermath-ignore resource/orphan: gone\r\npd p\r\n');
    assert.equal(finding?.code, 'ignore/unused');
  });

  it('means nothing in a text, a block comment or after other words', async () => {
    const texts = [
      'scenario "// aftermath-ignore a/b: c" { }',
      '/* // aftermath-ignore a/b: c */',
      '// see aftermath-ignore a/b',
    ];
    for (const text of texts) assert.deepEqual(await told(text), [], text);
  });
});

describe('what ships with the language', () => {
  for (const folder of ['std', 'examples']) {
    const url = new URL(`../../../language/${folder}/`, import.meta.url);
    for (const name of readdirSync(url)) {
      it(`has no finding: ${folder}/${name}`, async () => {
        assert.deepEqual(await findingsOf(readFileSync(new URL(name, url), 'utf8')), []);
      });
    }
  }

  it('has no finding in the examples of the docs', async () => {
    const blocks = documentedBlocks();
    assert.ok(blocks.length > 20);
    for (const { name, text } of blocks) {
      const findings = await findingsOf(text);
      // Other pages also show what a foreign format becomes, with what there is to say about it.
      const wrong = name.startsWith('docs/reference/language.md')
        ? findings
        : findings.filter(({ severity }) => severity === 'error');
      assert.deepEqual(wrong, [], name);
    }
  });
});
