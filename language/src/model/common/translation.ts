/**
 * The words that the editor shows, in its language. A host that has translations leaves them in `aftermathWords` of the
 * global object before it loads any of this, so that tables of words are translated too; without them, as on the command
 * line, all words are English.
 */

/** The global object of a host that has translations. */
declare const globalThis: { readonly aftermathWords?: Readonly<Record<string, string>> };

const translations = globalThis.aftermathWords;

/** Returns the beginning of a script for a worker, which has a global object of its own: these translations. */
export const translationsForWorker = (): string =>
  translations === undefined ? '' : `self.aftermathWords = ${JSON.stringify(translations)};\n`;

/**
 * Tags words for a person: returns the translation, or else the words themselves. Its key is the English text with
 * `{0}`, `{1}` for the values, as in the editor's own bundles; a translation may have them in another order.
 */
export function t(english: readonly string[], ...values: readonly (string | number | bigint)[]): string {
  const words = translations?.[keyOf(english)];
  if (words !== undefined) return words.replaceAll(hole, (_, index) => String(values[Number(index)] ?? ''));
  const parts = [english[0]];
  for (let index = 1; index < english.length; index++) parts.push(String(values[index - 1]), english[index]);
  // Text that is joined at once is one piece of memory; added up, it is a tree with a node for each part.
  return parts.join('');
}

/**
 * Finds words that `t` has made in a text: returns a tag, which takes the same words with empty values and returns the
 * values in the text; undefined if the text does not contain the words.
 */
export const valuesIn =
  (text: string) =>
  (english: readonly string[], ...values: readonly string[]): readonly string[] | undefined => {
    const words = translations?.[keyOf(english)] ?? keyOf(english);
    const pattern = words
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(
        /("?)\{(\d+)\}/g,
        (_, quote: string, index: string) => `${quote}(?<v${index}>${quote ? '[^"]*' : '.*'})`,
      );
    const groups = new RegExp(pattern, 'u').exec(text)?.groups;
    return groups === undefined && values.length > 0
      ? undefined
      : values.map((_, index) => groups?.[`v${index}`] ?? '');
  };

const hole = /\{(\d+)\}/g;

const keyOf = (parts: readonly string[]): string => parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
