/** `aftermath export png`: the same drawing as `svg`, in pixels; and the refusals if it cannot be painted. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { paintPng } from '../../../server/src/cli/export/png-export.ts';
import { aftermath, inFolder } from './command-line.ts';
import { pixelsOf, type Pixels } from './png-pixels.ts';

const text = `machine M for pd { initial state A { on E -> B } final state B }
event E
pd server runs M
scenario "goes on" { send E to server }
`;

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';

/** How many pixels of a part are as dark as a name. */
function darkIn({ at }: Pixels, left: number, top: number, width: number, height: number): number {
  let dark = 0;
  for (let x = left; x < left + width; x += 1)
    for (let y = top; y < top + height; y += 1) if (Number.parseInt(at(x, y).slice(1, 3), 16) < 0x50) dark += 1;
  return dark;
}

describe('aftermath export png', () => {
  const png = async (folder: string, ...more: readonly string[]): Promise<Pixels> => {
    const { code, notes } = await aftermath(['export', 'png', 'm.aft', '-o', 'm.png', '--force', ...more], { folder });
    assert.deepEqual([code, notes], [0, '']);
    return pixelsOf(await readFile(join(folder, 'm.png')));
  };

  it('paints what svg draws, twice as fine, with its names', async () => {
    await inFolder({ 'm.aft': text }, async (folder) => {
      const { output } = await aftermath(['export', 'svg', 'm.aft'], { folder });
      const size = /width="(\d+)" height="(\d+)"/u.exec(output)?.slice(1).map(Number);
      const pixels = await png(folder);
      assert.deepEqual(
        [pixels.width, pixels.height],
        size?.map((side) => side * 2),
      );
      const place = /translate\(([\d.]+) ([\d.]+)\)" data-node="server"/u.exec(output)?.slice(1).map(Number);
      const [x = Number.NaN, y = Number.NaN] = place ?? [];
      assert.equal(pixels.at(2, 2), '#ffffff');
      // Inside of the box, below its border: the tint of a PD.
      assert.equal(pixels.at(2 * x + 40, 2 * y + 8), '#e7eef6');
      // Beside its icon is its name, above it nothing.
      assert.ok(darkIn(pixels, 2 * x + 66, 2 * y + 20, 80, 30) > 50);
      assert.equal(darkIn(pixels, 2 * x + 66, 2 * y + 4, 80, 8), 0);
    });
  });

  it('paints one machine, and a run', async () => {
    await inFolder({ 'm.aft': text }, async (folder) => {
      const whole = await png(folder);
      const machine = await png(folder, '--machine', 'M');
      const run = await png(folder, '--scenario', 'goes on');
      assert.notEqual(machine.width, whole.width);
      assert.ok(run.width >= 2000, run.width.toString());
    });
  });

  it('is refused if it would be printed', async () => {
    await inFolder({ 'm.aft': text }, async (folder) => {
      const { code, notes, output } = await aftermath(['export', 'png', 'm.aft'], { folder });
      assert.deepEqual([code, output], [2, '']);
      assert.match(notes, /name a file for it with -o/u);
    });
  });

  it('says what is missing if there is no renderer, or no font', async () => {
    const none = await paintPng(drawing, () => Promise.resolve(undefined));
    assert.match('refusal' in none ? none.refusal : '', /npm install -g aftermath/u);
    class Fontless extends Resvg {
      constructor(svg: string) {
        super(svg, { font: { loadSystemFonts: false } });
      }
    }
    const mute = await paintPng(drawing, () => Promise.resolve({ Resvg: Fontless }));
    assert.match('refusal' in mute ? mute.refusal : '', /needs a font/u);
  });

  it('makes a smaller picture of what is very long', async () => {
    const long = drawing.replaceAll('40', '20000');
    const painted = await paintPng(long);
    assert.ok('value' in painted);
    assert.equal(Buffer.from(painted.value).readUInt32BE(16), 16_000);
  });
});
