/**
 * The words of a page in the editor's language, as `in-language.ts` has read them; the others stay English.
 */

/** The global object of a page that has translations. */
declare const globalThis: { readonly aftermathWords?: Readonly<Record<string, string>> };

/** Returns a table of words in the language of the page. */
export function translated<Table extends Readonly<Record<string, string>>>(
  table: Table,
): { readonly [Key in keyof Table]: string } {
  const words = globalThis.aftermathWords;
  if (words === undefined) return table;
  const entries = Object.entries(table).map(([key, english]) => [key, words[english] ?? english]);
  // The keys are those of the table.
  return Object.fromEntries(entries) as { readonly [Key in keyof Table]: string };
}

/** Replaces `{0}`, `{1}` and so on in a sentence by values. */
export const filled = (sentence: string, ...values: readonly (string | number)[]): string =>
  sentence.replace(/\{(\d)\}/g, (hole, index: string) => String(values[Number(index)] ?? hole));

/** Reads translations, by the English words; ignores malformed ones. */
export function wordsIn(text: string): Readonly<Record<string, string>> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(Object.entries(read).filter(([, words]) => typeof words === 'string'));
}
