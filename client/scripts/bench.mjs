/**
 * `npm run bench`: bundles test/bench, as the product is bundled too, and runs it; test/bench explains the arguments.
 * Tools needed only for comparison have a manifest of their own. Installs what the suites need; runs on Node 20 before
 * anything is installed.
 */
import { join } from 'node:path';
import { readArguments } from './bench-arguments.mjs';
import { installProject, isInstalled } from './dependencies.mjs';
import { installCommand, missingPrograms } from './machine.mjs';
import { packWhatChanged } from './package.mjs';
import { checkout, endWithChildren, npm, run } from './processes.mjs';
import { installTools } from './tools.mjs';

const read = readArguments(process.argv.slice(2));
if ('text' in read) {
  (read.code === 0 ? process.stdout : process.stderr).write(read.text);
  process.exit(read.code);
}
const { asked } = read;
/** @param {readonly string[]} suites */
const hasAny = (...suites) => asked.length === 0 || suites.some((suite) => asked.includes(suite));
const hasPages = hasAny('graphPage', 'tracePage');
const hasSpin = hasAny('exploration', 'classics');

endWithChildren();
try {
  await install();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Installs what the requested suites need from npm; fails with a list of what the user has to install. */
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

// Imported here, because it may only just have been installed.
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
  minify: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  packages: 'external',
  loader: { '.aft': 'text' },
  logLevel: 'warning',
});
// The extension is bundled for VS Code's module loader.
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
