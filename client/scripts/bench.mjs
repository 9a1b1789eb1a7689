/**
 * `npm run bench`: bundles test/bench, because what ships is bundled too, and runs it; its arguments are
 * explained there. What is measured beside Aftermath and needed for nothing else has a manifest of its own. Installs what
 * the suites need; runs on Node 20 before anything is installed.
 */
import { join } from 'node:path';
import { installProject, isInstalled } from './dependencies.mjs';
import { installCommand, missingPrograms } from './machine.mjs';
import { packWhatChanged } from './package.mjs';
import { checkout, endWithChildren, npm, run } from './processes.mjs';
import { installTools } from './tools.mjs';

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
/** @param {readonly string[]} suites */
const hasAny = (...suites) => asked.length === 0 || suites.some((suite) => asked.includes(suite));
const hasPages = hasAny('graphPage', 'tracePage');
const hasSpin = hasAny('exploration');

endWithChildren();
try {
  await install();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Installs what the suites that are asked for need, as far as npm brings it; says what a person has to install. */
async function install() {
  const missing = missingPrograms().filter((name) => hasPages || (hasSpin && ['gcc', 'spin'].includes(name)));
  if (missing.length > 0) throw new Error(`To measure this, install what is missing: ${installCommand(missing)}`);
  await installProject();
  const peers = join(checkout, 'test', 'bench', 'peers');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!(await isInstalled(peers)) && (await npm(['ci', ...options], { cwd: peers })).code !== 0)
    throw new Error('The programs to measure beside Aftermath could not be installed; the message is above.');
  if (!hasPages) return;
  await installTools();
  await packWhatChanged(() => {
    process.stderr.write('Building and packing the extension …\n');
  });
}

// Loaded here, for it may only just have been installed.
const { build } = await import('esbuild');
const outdir = '.cache/bench-code';

await build({
  absWorkingDir: checkout,
  entryPoints: {
    main: 'test/bench/main.ts',
    contender: 'test/bench/contender.ts',
    'search-worker': 'server/src/search/search-worker.ts',
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
process.exitCode = (await run('node', [join(outdir, 'main.js'), ...process.argv.slice(2)])).code;
