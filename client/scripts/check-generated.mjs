/**
 * Generates the parser and the module of the standard library again, and fails if a file changes: then the grammar was
 * edited without `npm run generate`, or a generated file by hand. The new files stay in place.
 */
import { fingerprint } from './fingerprint.mjs';
import { run } from './processes.mjs';

const generated = [
  'language/src/dsl/generated',
  'language/src/dsl/library/standard-library.ts',
  'server/src/library/generated',
];

const before = await fingerprint(generated);
const empty = await fingerprint([]);
const { code, output } = await run('npm', ['run', '--silent', 'generate'], { output: 'capture' });
const after = await fingerprint(generated);
if (code !== 0 || after === empty) fail(`The parser could not be generated.\n${output}`);
if (before !== after)
  fail(
    'The generated files did not fit the grammar and the standard library. They do now: look at the difference and commit it.',
  );

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
