/**
 * The pages built by `npm run build`. A build older than its sources is refused, so that no test judges outdated pages.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkout } from '../../../client/scripts/processes.mjs';

/** Returns the files of the pages by their path on the server. */
export function builtPages(): ReadonlyMap<string, string> {
  const files = filesIn('dist/webview/*.{js,cjs,css}');
  assert.ok(files.length > 0, 'Run "npm run build" first; the pages are read from dist/.');
  const sources = filesIn('{client/webview,language/src}/**/*.{ts,tsx,css}');
  const built = Math.min(...files.map(changed));
  const newer = sources.find((source) => changed(source) > built);
  assert.equal(newer, undefined, `dist/ is older than ${String(newer)}. Run "npm run build" first.`);
  return new Map(files.map((file) => [`/${basename(file)}`, readFileSync(join(checkout, file), 'utf8')]));
}

const filesIn = (pattern: string): readonly string[] => globSync(pattern, { cwd: checkout });
const changed = (file: string): number => statSync(join(checkout, file)).mtimeMs;
