/** The texts of the project itself: examples, standard library, and the blocks of code in the language reference. */
import { readdirSync, readFileSync } from 'node:fs';

const language = new URL('../../../language/', import.meta.url);

/** A text and what it is called in the name of a test. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The files of a folder under `language`, in alphabetical order. */
export function filesIn(folder: 'examples' | 'std'): NamedText[] {
  const files = readdirSync(new URL(`${folder}/`, language)).filter((file) => file.endsWith('.aft'));
  return files.sort().map((file) => ({
    name: `${folder}/${file}`,
    text: readFileSync(new URL(`${folder}/${file}`, language), 'utf8'),
  }));
}

/** The blocks of code in the language reference, each called by the line that it begins on. */
export function documentedBlocks(): NamedText[] {
  const page = readFileSync(new URL('docs/language.md', language), 'utf8');
  return [...page.matchAll(/^```aftermath[^\n]*\n(.*?)^```$/gms)].map((match) => {
    const line = page.slice(0, match.index).split('\n').length;
    return { name: `docs/language.md line ${line}`, text: match[1] ?? '' };
  });
}
