/**
 * `npm run bench`: bundles test/bench, because what ships is bundled too, and runs it; its arguments are
 * explained there. What is measured beside Aftermath and needed for nothing else has a manifest of its own.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { isInstalled } from './dependencies.mjs';
import { checkout, endWithChildren, npm, run } from './processes.mjs';

const peers = join(checkout, 'test', 'bench', 'peers');
if (!(await isInstalled(peers))) {
  const { code } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: peers });
  if (code !== 0)
    throw new Error('The programs to measure beside Aftermath could not be installed; the message is above.');
}

const outdir = '.cache/bench-code';

await build({
  absWorkingDir: checkout,
  entryPoints: {
    main: 'test/bench/main.ts',
    contender: 'test/bench/contender.ts',
    'search-worker': 'server/src/search-worker.ts',
    server: 'server/src/main.ts',
    'plain-server': 'test/bench/language/plain-server.ts',
  },
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
// The extension is loaded as VS Code loads it.
await build({
  absWorkingDir: checkout,
  entryPoints: { client: 'client/src/node-main.ts' },
  outdir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  loader: { '.aft': 'text' },
  logLevel: 'warning',
});
endWithChildren();
process.exitCode = (await run('node', [join(outdir, 'main.js'), ...process.argv.slice(2)])).code;
