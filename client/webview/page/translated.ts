/**
 * The words of a page in the editor's language. The extension writes its translations into the page, keyed by the
 * English words; the others stay English.
 */

/** Returns a table of words in the language of the page. */
export function translated<Table extends Readonly<Record<string, string>>>(
  table: Table,
): { readonly [Key in keyof Table]: string } {
  // In a test there is no document.
  const given = typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.words;
  return given === undefined ? table : translate(table, wordsIn(given));
}

/** Replaces `{0}`, `{1}` and so on in a sentence by values. */
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

/** Reads the translations written by the extension; ignores malformed ones. */
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
