/**
 * Makes a program speak the language of the editor that starts it, which names a file of translations in the environment.
 * Imported before everything else, so that tables of words are translated too; threads inherit the environment.
 */
import { readFileSync } from 'node:fs';
import { translationsVariable } from './protocol/translations.ts';

/** The global object that `translation.ts` reads. */
declare const globalThis: { aftermathWords?: unknown };

const file = process.env[translationsVariable];
if (file !== undefined) globalThis.aftermathWords = read(file);

/** Reads translations; a file that cannot be read leaves everything English. */
function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
