/**
 * Makes a page speak the editor's language: the extension writes its translations into the page, keyed by the English
 * words. Imported before everything else, so that tables of words are translated too; malformed translations are ignored.
 */
import { wordsIn } from './translated.ts';

/** The global object that `translation.ts` and `translated` read. */
declare const globalThis: { aftermathWords?: Readonly<Record<string, string>> };

const given = document.getElementById('root')?.dataset.words;
if (given !== undefined) globalThis.aftermathWords = wordsIn(given);
