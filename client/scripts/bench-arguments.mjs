/**
 * The arguments of `npm run bench`, read before anything is installed. Runs on Node 20, so it imports only Node's own
 * modules.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from './processes.mjs';

/** The suites to run, or the text and exit code to end with. @typedef {{ readonly asked: readonly string[] } | { readonly text: string, readonly code: number }} BenchArguments */

/** The names of all suites: those of their files, `graphPage` for `graph-page.ts`. */
export const suiteNames = readdirSync(join(checkout, 'test', 'bench', 'suites'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts').replace(/-(.)/g, (_, letter) => String(letter).toUpperCase()))
  .sort();

const usage = `Usage: npm run bench -- [SUITE…] [--json]

Measures all suites, or the named ones, and prints their tables. Installs and builds what they need.

Suites: ${suiteNames.join(', ')}
  --json  print one JSON document instead of tables
  --help  print this text
`;

/**
 * Reads the arguments after `npm run bench --`.
 * @param {readonly string[]} args
 * @returns {BenchArguments}
 */
export function readArguments(args) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help === true) return { text: usage, code: 0 };
    const unknown = positionals.filter((name) => !suiteNames.includes(name));
    return unknown.length === 0
      ? { asked: positionals }
      : { text: `There is no suite ${unknown.join(', ')}.\n\n${usage}`, code: 2 };
  } catch (error) {
    // An option that does not exist.
    return { text: `${error instanceof Error ? error.message : String(error)}\n\n${usage}`, code: 2 };
  }
}
