/** The texts of the project itself: examples, standard library, and the code blocks of the docs. */
import { readdirSync, readFileSync } from 'node:fs';

const language = new URL('../../../language/', import.meta.url);

/** A text and its name in test titles. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Returns the files of a folder under `language`, in alphabetical order. */
export function filesIn(folder: 'examples' | 'std'): NamedText[] {
  const files = readdirSync(new URL(`${folder}/`, language)).filter((file) => file.endsWith('.aft'));
  return files.sort().map((file) => ({
    name: `${folder}/${file}`,
    text: readFileSync(new URL(`${folder}/${file}`, language), 'utf8'),
  }));
}

/**
 * Returns the code blocks of the docs and the root README, each named by its page, first line and label. Those of the
 * pages about findings are tested with the fixtures; a block labelled `append` is part of a file that the page's
 * dialogue contains as a whole, and only the dialogue has the file `x.import.aft` that a block imports.
 */
export function documentedBlocks(): NamedText[] {
  const docs = readdirSync(new URL('docs/', language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('findings/'))
    .map((file) => `docs/${file}`);
  return [...docs, '../README.md'].sort().flatMap((file) => {
    const page = readFileSync(new URL(file, language), 'utf8');
    return [...page.matchAll(/^ *```aftermath(?! append)([^\n]*)\n(.*?)^ *```$/gms)].flatMap((match) => {
      const line = page.slice(0, match.index).split('\n').length;
      const text = match[2] ?? '';
      return text.includes('.import.aft"') ? [] : [{ name: `${file} line ${line}${match[1] ?? ''}`, text }];
    });
  });
}
