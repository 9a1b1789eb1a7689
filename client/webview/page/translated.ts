/**
 * The words of a page in the language of the editor. The extension writes what it has of them into the page, as English
 * words with others beside them; what it does not have stays English.
 */

/** Returns a table of words, each as the reader of the page is to see it. */
export function translated<Table extends Readonly<Record<string, string>>>(
  table: Table,
): { readonly [Key in keyof Table]: string } {
  // Beside a page, in a test, nobody reads.
  const given = typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.words;
  return given === undefined ? table : translate(table, wordsIn(given));
}

/** Puts values into a sentence, in the place of `{0}`, `{1}` and so on. */
export const filled = (sentence: string, ...values: readonly (string | number)[]): string =>
  sentence.replace(/\{(\d)\}/g, (hole, index: string) => String(values[Number(index)] ?? hole));

function translate<Table extends Readonly<Record<string, string>>>(
  table: Table,
  words: ReadonlyMap<string, string>,
): { readonly [Key in keyof Table]: string } {
  const entries = Object.entries(table).map(([key, english]) => [key, words.get(english) ?? english]);
  // The keys are those of the table.
  return Object.fromEntries(entries) as { readonly [Key in keyof Table]: string };
}

/** Reads the words that the extension has written; what is malformed translates nothing. */
function wordsIn(given: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  let read: unknown;
  try {
    read = JSON.parse(given);
  } catch {
    return words;
  }
  if (typeof read !== 'object' || read === null) return words;
  for (const [english, other] of Object.entries(read)) if (typeof other === 'string') words.set(english, other);
  return words;
}
