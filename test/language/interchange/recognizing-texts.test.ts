/** A file is recognized, and refused, soon and without a fault, whatever its text. */
import assert from 'node:assert/strict';
import { importFormats } from '../../../language/src/interchange/import-formats.ts';
import { within } from '../../within.ts';

const hostile: readonly (readonly [what: string, text: string])[] = [
  ['line ends', '\n'.repeat(300_000)],
  ['blanks', ' '.repeat(300_000)],
  ['short lines of blanks', `${' '.repeat(50)}x\n`.repeat(6000)],
  ['brackets on lines of their own', '[\n'.repeat(100_000)],
  ['one word', 'a'.repeat(300_000)],
  ['items of items', '- '.repeat(100_000)],
  ['comments, one after the other', `${'<!-- a -->\n'.repeat(10_000)}<other/>`],
  ['instructions, one after the other', `${'<?a b?>\n'.repeat(10_000)}<other/>`],
  ['comments that do not end', '<!-- a '.repeat(30_000)],
];

describe('an import', () => {
  for (const { name, recognize } of importFormats) {
    for (const [what, text] of hostile)
      it(`of the format ${name} is not recognized in a text of ${what}`, async () => {
        const shown = await within(2, () => recognize([{ name: 'a', text, uri: 'a' }]));
        assert.equal(shown, undefined);
      });
  }
});
