/**
 * Runs oxlint, oxfmt and knip over the whole checkout, all three even if one reports errors.
 */
import { installDriver } from './tools.mjs';
import { run } from './processes.mjs';

await installDriver();
// In parallel, because each uses one core for most of its time.
const results = await Promise.all([
  run('oxlint', ['--format=unix', 'language', 'server', 'client', 'test']),
  run('oxfmt', ['--check', '.']),
  run('knip', ['--no-progress']),
]);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
