/**
 * Installs the tools of the end-to-end tests, which `npm start` also uses without a desktop VS Code: a VS Code that
 * serves itself to the browser, and the browser's driver. They have a manifest of their own in test/e2e/tools, because
 * the server's install script refuses every Node but its own and compiles what no test needs; this script does the
 * necessary part of it.
 */
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isInstalled } from './dependencies.mjs';
import { fingerprint } from './fingerprint.mjs';
import { checkout, npm, run } from './processes.mjs';

const folder = join(checkout, 'test', 'e2e', 'tools');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
const isMac = process.platform === 'darwin';

/** The folder of the VS Code server. */
export const codeServer = join(folder, 'node_modules', 'code-server');

const vsCode = join(codeServer, 'lib', 'vscode');
const mark = join(folder, 'node_modules', '.installed.json');

/** Parts of VS Code that a language extension never uses; 290 MB. */
const unneeded = [
  ...['copilot', 'mermaid-markdown-features', 'microsoft-authentication'].map((name) => `extensions/${name}`),
  ...['ms-vscode.js-debug', 'ms-vscode.js-debug-companion', 'ms-vscode.vscode-js-profile-table'].map(
    (name) => `extensions/${name}`,
  ),
  'node_modules/@github',
  'node_modules/@microsoft/mxc-sdk',
];

/** The compilers of VS Code's two native modules, by the names used in messages. */
const compilers = /** @type {const} */ ({
  python3: ['python3'],
  make: ['make'],
  'a C++ compiler': ['c++', 'g++', 'clang++'],
});

/** Installs the driver's types and code, which linting and type checking need. */
export async function installDriver() {
  if (await isInstalled(folder)) return;
  await mustSucceed(npm(['ci', ...quiet], { cwd: folder }), 'install the end-to-end tools');
}

/**
 * Installs the VS Code server, and its native modules if they can be compiled. Returns the missing compilers; empty if
 * none is missing.
 * @returns {Promise<readonly string[]>}
 */
export async function installTools() {
  const missing = await missingCompilers();
  const wanted = JSON.stringify({
    lock: await fingerprint(['test/e2e/tools/package-lock.json', 'client/scripts/tools.mjs']),
    node: (await projectNode()).version,
    isNative: missing.length === 0,
  });
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted && (await isInstalled(folder))) return missing;
  await rm(mark, { force: true });
  await mustSucceed(npm(['ci', ...quiet], { cwd: folder }), 'install the end-to-end tools');
  for (const cwd of [vsCode, join(vsCode, 'extensions')])
    await mustSucceed(npm(['install', '--omit=dev', ...quiet], { cwd }), 'install what VS Code needs');
  await link('remote-cli', 'code', 'code-server', '');
  await link('helpers', 'browser', 'browser', '.sh');
  if (missing.length === 0) await compileNativeModules();
  for (const part of unneeded) await rm(join(vsCode, part), { recursive: true, force: true });
  await writeFile(mark, wanted);
  return missing;
}

/**
 * Returns the project's own Node, its version, and the folder of its C++ headers. If an install of another package has
 * removed the headers, fetches them again.
 */
export async function projectNode() {
  const { version } = JSON.parse(await readFile(join(checkout, 'node_modules', 'node', 'package.json'), 'utf8'));
  const binary = join(checkout, 'node_modules', 'node', 'bin', 'node');
  return { version: /** @type {string} */ (version), binary };
}

async function compileNativeModules() {
  const env = { npm_config_nodedir: await nodeHeaders() };
  const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
  const options = { cwd: vsCode, env, output: /** @type {const} */ ('capture') };
  await mustSucceed(
    npm(['rebuild', '--ignore-scripts=false', '--foreground-scripts', ...modules], options),
    'compile the native modules of VS Code',
  );
}

/** Returns the folder of the C++ headers of the project's Node. */
async function nodeHeaders() {
  const prefix = isMac && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const found = headersOf(name);
  if (found !== undefined) return found;
  await mustSucceed(
    npm(['rebuild', '--ignore-scripts=false', 'node'], { output: 'capture' }),
    'fetch the headers of Node',
  );
  const fetched = headersOf(name);
  if (fetched === undefined) throw new Error(`The package "${name}" with the headers of Node is not there.`);
  return fetched;
}

/** @param {string} name */
function headersOf(name) {
  try {
    return join(createRequire(join(checkout, 'node_modules/node/package.json')).resolve(`${name}/package.json`), '..');
  } catch {
    // Removed by an install of another package.
    return undefined;
  }
}

/** Returns the names of the missing C++ compilers. */
async function missingCompilers() {
  // On a Mac these programs always exist, but do nothing until the developer tools are installed.
  if (isMac && !(await answers('xcode-select', '-p'))) return ['the Xcode command line tools (xcode-select --install)'];
  /** @type {string[]} */
  const missing = [];
  for (const [name, commands] of Object.entries(compilers)) {
    const found = await Promise.all(commands.map((command) => answers(command, '--version')));
    if (!found.includes(true)) missing.push(name);
  }
  return missing;
}

/**
 * @param {string} command
 * @param {string} question
 */
async function answers(command, question) {
  return (await run(command, [question], { output: 'capture' })).code === 0;
}

/**
 * Points a script in VS Code's bin folder to the one for this system.
 * @param {string} place
 * @param {string} from
 * @param {string} to
 * @param {string} extension
 */
async function link(place, from, to, extension) {
  const file = join(vsCode, 'bin', place, to + extension);
  await rm(file, { force: true });
  await symlink(`${from}-${isMac ? 'darwin' : 'linux'}.sh`, file);
}

/**
 * @param {Promise<import('./processes.mjs').RunResult>} result
 * @param {string} what
 */
async function mustSucceed(result, what) {
  const { code, output } = await result;
  if (code !== 0) throw new Error(`Could not ${what}.\n${output}`);
}

/** Installs all tools; fails if modules cannot be compiled, without which the VS Code server fails tests. */
async function mustInstallTools() {
  const missing = await installTools();
  if (missing.length > 0) throw new Error(`To compile what the tests need of VS Code, install ${missing.join(', ')}.`);
}

if (process.argv[1]?.endsWith('tools.mjs') === true)
  await (process.argv.includes('--all') ? mustInstallTools() : installDriver());
