/**
 * Runs ESLint, Prettier and knip over the whole checkout, all three even if one reports errors. Every kind of source
 * has its own pattern, so that ESLint fails if a pattern matches no file.
 */
import { installDriver } from './tools.mjs';
import { run } from './processes.mjs';

const sources = [
  'language/src/**/*.ts',
  'server/src/**/*.ts',
  'client/src/**/*.ts',
  'client/webview/**/*.{ts,tsx}',
  'client/book/**/*.{ts,tsx}',
  'client/site/**/*.{ts,tsx}',
  'client/scripts/*.mjs',
  'test/**/*.ts',
  'eslint.config.js',
];

await installDriver();
// In parallel, because each uses one core.
const results = await Promise.all([
  run('eslint', [
    '--max-warnings=0',
    '--cache',
    '--cache-location',
    '.cache/eslint/',
    '--cache-strategy',
    'content',
    ...sources,
  ]),
  run('prettier', [
    ...['--check', '--log-level=warn', '.', '!test/fixtures/**'],
    ...['!language/src/dsl/generated/**', '!language/src/dsl/library/standard-library.ts'],
  ]),
  run('knip', ['--no-progress']),
]);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
