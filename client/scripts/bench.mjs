/**
 * `npm run bench`: bundles test/bench, because what ships is bundled too, and runs it; its arguments are
 * explained there.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { checkout, endWithChildren, run } from './processes.mjs';

const outdir = '.cache/bench-code';

await build({
  absWorkingDir: checkout,
  entryPoints: ['test/bench/main.ts', 'test/bench/contender.ts'],
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  packages: 'external',
  loader: { '.aft': 'text' },
  logLevel: 'warning',
});
endWithChildren();
process.exitCode = (await run('node', [join(outdir, 'main.js'), ...process.argv.slice(2)])).code;
