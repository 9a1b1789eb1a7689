/**
 * The dialogues in the docs: the blocks of a page write, extend and change files, and each command of a `console` block
 * prints the text after it. `UPDATE_SNAPSHOTS=1` records the current output.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';

const docs = join(import.meta.dirname, '../../../language/docs');
const isUpdate = process.env.UPDATE_SNAPSHOTS === '1';

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && readFileSync(join(docs, name), 'utf8').includes('```console\n'))
  .sort();

/** What a page's blocks have made so far: the text of its file, whose name the first of them says, and other files. */
interface State {
  name: string;
  text: string;
  readonly others: Record<string, string>;
}

/**
 * Applies one block to the file: `aftermath NAME` begins it, `aftermath append` continues, `diff NAME` changes it. A block
 * of another language with a name is a file of its own: `ini units/web.service`.
 */
function change(state: State, kind: string, block: string): void {
  const [language, label = ''] = kind.split(' ');
  if (language === 'aftermath' && label === 'append') state.text += `\n${block}`;
  else if (language === 'aftermath' && label.endsWith('.aft')) Object.assign(state, { name: label, text: block });
  else if (language === 'diff') state.text = patched(state.text, block);
  else if (label !== '' && language !== 'aftermath') state.others[label] = block;
}

/** Returns the text after a change written as lines that stay, go (`-`) and come (`+`); it must fit exactly one place. */
function patched(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const side = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const parts = text.split(side('-'));
  assert.equal(parts.length, 2, `This change fits ${String(parts.length - 1)} places:\n${diff}`);
  return parts.join(side('+'));
}

/** Runs the commands of a block; returns the block as it is with what they print now. */
async function played(block: string, folder: string): Promise<string> {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '));
  assert.ok(commands.length > 0, block);
  const said: string[] = [];
  for (const command of commands) {
    const [, program, ...args] = command.split(' ');
    assert.equal(program, 'aftermath', command);
    const { output, notes } = await aftermath(args, { folder });
    assert.doesNotMatch(notes, /^aftermath: There is no file /, command);
    said.push(`${command}\n${notes + output}`);
  }
  return said.join('');
}

describe('the dialogues in the docs', () => {
  it('are there', () => {
    assert.ok(pages.includes('tutorial.md'));
  });

  for (const page of pages)
    it(`print what ${page} says`, async () => {
      const path = join(docs, page);
      const text = readFileSync(path, 'utf8');
      const state: State = { name: 'model.aft', text: '', others: {} };
      let actual = '';
      let end = 0;
      for (const match of text.matchAll(/^```([\w -.@/]+)\n(.*?)^```$/gmsu)) {
        const [whole, kind = '', block = ''] = match;
        actual += text.slice(end, match.index);
        end = match.index + whole.length;
        change(state, kind, block);
        if (kind !== 'console') {
          actual += whole;
          continue;
        }
        await inFolder({ [state.name]: state.text, ...state.others }, async (folder) => {
          const now = await played(block, folder);
          if (!isUpdate) assert.equal(now, block);
          actual += `\`\`\`console\n${now}\`\`\``;
        });
      }
      actual += text.slice(end);
      if (isUpdate) writeFileSync(path, actual);
    });
});
