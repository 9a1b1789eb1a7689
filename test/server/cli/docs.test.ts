/** `aftermath docs`: the pictures of Markdown pages. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { pictureFences } from '../../../server/src/pictures/markdown-fences.ts';
import { runs } from '../../properties.ts';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const model = 'import "db.aft"\npolicy careful { pdDepth: unlimited }\npd api { needs db }\n';
const page = `# Shop\n\n\`\`\`aftermath crash=db policy=careful\n${model}\`\`\`\n\nText.\n\n\`\`\`aftermath\nnot drawn\n\`\`\`\n\n~~~aftermath draw\npd alone\n~~~`;
const files = { 'docs/shop.md': page, 'docs/db.aft': 'pd db\n' };
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('aftermath docs', () => {
  it('draws the fences that ask for it after them, and changes nothing the second time', async () => {
    await inFolder(files, async (folder) => {
      const docs = (...args: readonly string[]) => aftermath(['docs', 'docs/shop.md', ...args], { folder });
      assert.equal((await docs('--check')).code, 1);
      assert.ok(!existsSync(join(folder, 'docs/pictures')));
      const { code, output, notes } = await docs();
      assert.deepEqual([code, notes], [0, '']);
      assert.equal(
        output,
        'written docs/pictures/shop-1.svg\nwritten docs/pictures/shop-2.svg\nwritten docs/shop.md\n',
      );
      const drawn = read(folder, 'docs/shop.md');
      assert.match(drawn, /!\[Crash of db under the policy careful\]\(pictures\/shop-1\.svg\)/u);
      assert.equal(drawn.split('<!-- aftermath: picture -->').length, 3);
      const svg = read(folder, 'docs/pictures/shop-1.svg');
      assert.match(svg, /^<svg [^]*broken[^]*<\/svg>\s*$/u);
      assert.doesNotMatch(svg, /<script/u);
      const again = parsed((await docs('--json')).output);
      assert.deepEqual(
        (again.files as { state: string }[]).map(({ state }) => state),
        ['unchanged', 'unchanged', 'unchanged'],
      );
      assert.equal((await docs('--check')).code, 0);
      assert.equal(read(folder, 'docs/shop.md'), drawn);
    });
  });

  it('names the line of what cannot be drawn, and leaves the page as it is', async () => {
    const faults = [
      ['crash=nobody', 'pd a', /^aftermath: p\.md:2: There is no[^]*"nobody"/u],
      ['crsh=a', 'pd a', /^aftermath: p\.md:2: A fence has no word "crsh"\. Did you mean "crash"\?\n$/u],
      ['view=x machine=y', 'pd a', /shows one thing/u],
      ['draw', 'pd a { needs b }', /^p\.md:3:14: error name\/unknown[^]*p\.md:2: The model has errors/u],
    ] as const;
    for (const [wish, text, sentence] of faults) {
      const before = `\n\`\`\`aftermath ${wish}\n${text}\n\`\`\`\n`;
      await inFolder({ 'p.md': before }, async (folder) => {
        const { code, notes } = await aftermath(['docs', 'p.md'], { folder });
        assert.equal(code, 2);
        assert.match(notes, sentence);
        assert.equal(read(folder, 'p.md'), before);
      });
    }
  });

  it('writes nothing through links to elsewhere', async () => {
    await inFolder({ 'in/p.md': '```aftermath draw\npd a\n```\n', 'out/mine.svg': 'mine' }, async (folder) => {
      symlinkSync(join(folder, 'out'), join(folder, 'in/pictures'));
      assert.equal((await aftermath(['docs', 'in/p.md'], { folder })).code, 2);
      assert.ok(!existsSync(join(folder, 'out/p-1.svg')));
    });
    await inFolder({ 'p.md': '```aftermath draw\npd a\n```\n', 'mine.svg': 'mine' }, async (folder) => {
      mkdirSync(join(folder, 'pictures'));
      symlinkSync(join(folder, 'mine.svg'), join(folder, 'pictures/p-1.svg'));
      assert.equal((await aftermath(['docs', 'p.md'], { folder })).code, 2);
      assert.equal(read(folder, 'mine.svg'), 'mine');
    });
  });

  it('finds fences in any text, one after the other', () => {
    const piece = fc.constantFrom(
      '```',
      '~~~',
      '````',
      'aftermath draw',
      '\n',
      ' ',
      'pd a',
      '<!-- aftermath: picture -->',
      '<!-- /aftermath: picture -->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const { end, pictureEnd } of pictureFences(text)) {
          assert.ok(end > at && pictureEnd >= end && pictureEnd <= text.length);
          at = end;
        }
      }),
      { numRuns: runs(300, 20_000) },
    );
  });
});
