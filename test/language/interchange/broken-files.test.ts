/** What programs print, broken in 200 ways each, and far too much of it: a model or clear sentences, and no waiting. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { assertWithin } from '../../within.ts';
import { fixture } from './fixture.ts';
import { mutatedTexts } from './mutated.ts';

const show = ['a', 'b', 'c'].map((name, index) => `Id=${name}.service\nNames=${name}.service\nRequires=${'abc'[index + 1] ?? 'a'}.service\nAfter=${'abc'[index + 1] ?? 'a'}.service basic.target\nLoadState=loaded\nActiveState=active\nDescription=The ${name}\n`).join('\n'); // oxfmt-ignore
const dump = readFileSync(new URL('systemd/fixtures/web.txt', import.meta.url), 'utf8').slice(0, 4000);

const run = (format: string, text: string) => {
  const found = importFormats.find(({ name }) => name === format);
  assert.ok(found);
  return found.run([{ name: 'file', uri: 'test:/file', text }]);
};

describe('files that are broken', () => {
  for (const [what, format, text] of [
    ['dumps of CellulOS', 'osmosis', fixture('hex-ids.csv')],
    ['outputs of systemctl show', 'systemd', show],
    ['dumps of systemd', 'systemd', dump],
  ] as const)
    it(`give a model or clear sentences: 200 ${what}`, () => {
      assert.ok(run(format, text).value !== undefined);
      let [models, refused] = [0, 0];
      for (const broken of mutatedTexts(text)) {
        const { value, findings } = run(format, broken);
        if (value === undefined) refused += 1;
        else models += 1;
        assert.ok(value !== undefined || findings.some(({ severity }) => severity === 'error'));
        for (const { message } of findings) assert.match(message, /^[^]{10,1000}\.$/);
      }
      assert.ok(models > 50 && models + refused === 200, `${String(models)} models, ${String(refused)} refused`);
    });

  it('are refused in one sentence, and at once, if there is far too much of them', () => {
    const far = 'x: y\n'.repeat(21_000_000);
    for (const { name } of importFormats) {
      const before = process.cpuUsage();
      const { value, findings } = run(name, far);
      assert.deepEqual([value, findings.length], [undefined, 1], name);
      assert.match(findings[0]?.message ?? '', /^[^]{10,400}\.$/);
      assertWithin(3, before, name);
    }
  });
});
