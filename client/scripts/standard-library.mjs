/**
 * Writes the standard library (`language/std/*.aft`) into a module, so that the core can import it without reading
 * files. Part of `npm run generate`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'language/std');
const entries = readdirSync(folder)
  .filter((name) => name.endsWith('.aft'))
  .sort((a, b) => a.localeCompare(b, 'en'))
  .map((name) => [`/std/${name}`, readFileSync(path.join(folder, name), 'utf8')]);

const lines = entries.map(([name, text]) => `  [${JSON.stringify(name)}, ${JSON.stringify(text)}],`);
writeFileSync(
  path.join(root, 'language/src/dsl/library/standard-library.ts'),
  `/* Generated from language/std by client/scripts/standard-library.mjs. Do not edit. */
/** The files of the standard library by path. */
// oxfmt-ignore
export const standardLibrary: ReadonlyMap<string, string> = new Map([
${lines.join('\n')}
]);
`,
);
