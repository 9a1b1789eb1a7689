/** The report that VS Code saves: the command line that comes with the extension writes it. */
import assert from 'node:assert/strict';
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeReportFile } from '../../../client/src/report/report-file.ts';
import { inFolder } from '../../server/cli/command-line.ts';

const program = join(import.meta.dirname, '../../../dist/aftermath.cjs');

describe('a saved report', () => {
  const written = (folder: string, model: string, signal = new AbortController().signal) =>
    writeReportFile({ program, model: join(folder, model), target: join(folder, 'out.html'), signal });

  it('replaces the file, and begins with the name of the model', async () => {
    await inFolder({ '-a b.aft': 'pd db\n', 'out.html': 'old' }, async (folder) => {
      assert.equal(await written(folder, '-a b.aft'), undefined);
      assert.match(readFileSync(join(folder, 'out.html'), 'utf8'), /<title>-a b\.aft<\/title>/u);
    });
  });

  it('is not written, with the reason, for a model with errors or without a file', async () => {
    await inFolder({ 'a.aft': 'pd a { needs nobody }' }, async (folder) => {
      assert.match((await written(folder, 'a.aft')) ?? '', /name\/unknown/u);
      assert.match((await written(folder, 'b.aft')) ?? '', /^There is no file/u);
      await assert.rejects(written(folder, 'a.aft', AbortSignal.abort()));
      assert.ok(!existsSync(join(folder, 'out.html')));
    });
  });
});
