/**
 * Installs the tools of the end-to-end tests, which `npm start` also uses without a desktop VS Code: a VS Code that
 * serves itself to the browser, and the browser's driver. They have a manifest of their own in test/e2e/tools, because
 * the server's install script refuses every Node but its own and compiles native modules; this script does the necessary
 * part of it, and nothing is compiled.
 */
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installProject, isInstalled } from './dependencies.mjs';
import { fingerprint } from './fingerprint.mjs';
import { checkout, npm } from './processes.mjs';

const folder = join(checkout, 'test', 'e2e', 'tools');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
const isMac = process.platform === 'darwin';

/** The folder of the VS Code server. */
export const codeServer = join(folder, 'node_modules', 'code-server');

/** The project's own Node. */
export const projectNode = join(checkout, 'node_modules', 'node', 'bin', 'node');

const vsCode = join(codeServer, 'lib', 'vscode');
const mark = join(folder, 'node_modules', '.installed.json');

/**
 * Extensions that come with VS Code and that nobody needs who looks at a language extension: each is read, and its
 * contributions are registered, at the start of every window.
 */
const unneededExtensions = [
  ...['copilot', 'mermaid-markdown-features', 'microsoft-authentication'],
  ...['ms-vscode.js-debug', 'ms-vscode.js-debug-companion', 'ms-vscode.vscode-js-profile-table'],
  ...['bat', 'clojure', 'coffeescript', 'cpp', 'csharp', 'css-language-features', 'dart', 'debug-server-ready'],
  ...['emmet', 'extension-editing', 'fsharp', 'github', 'github-authentication', 'go', 'groovy', 'grunt', 'gulp'],
  ...['handlebars', 'hlsl', 'html-language-features', 'ipynb', 'jake', 'java', 'julia', 'latex', 'less', 'lua'],
  ...['make', 'markdown-math', 'notebook-renderers', 'npm', 'objective-c', 'perl', 'php', 'php-language-features'],
  ...['powershell', 'prompt-basics', 'pug', 'python', 'r', 'razor', 'restructuredtext', 'ruby', 'rust', 'scss'],
  ...['shaderlab', 'sql', 'swift', 'terminal-suggest', 'tunnel-forwarding', 'typescript-language-features', 'vb'],
  ...['theme-abyss', 'theme-kimbie-dark', 'theme-monokai', 'theme-monokai-dimmed', 'theme-quietlight', 'theme-red'],
  ...['theme-solarized-dark', 'theme-solarized-light', 'theme-tomorrow-night-blue'],
];

/** Parts of VS Code that a language extension never uses; 290 MB and more. */
const unneeded = [
  ...unneededExtensions.map((name) => `extensions/${name}`),
  'node_modules/@github',
  'node_modules/@microsoft/mxc-sdk',
];

/** Native modules of VS Code, each with the file in this folder that stands in its place. */
const substitutes = {
  '@vscode/spdlog': 'vs-code-log.mjs',
  '@vscode/native-watchdog': 'vs-code-watchdog.mjs',
};

/** Installs what linting and type checking need: the project's packages, and the driver's types and code. */
export async function installDriver() {
  await installProject();
  if (await isInstalled(folder)) return;
  await mustSucceed(npm(['ci', ...quiet], { cwd: folder }), 'install the end-to-end tools');
}

/**
 * Installs the VS Code server, unless that is done already. It needs no package of the project, so that both can be
 * installed at once; runs on Node 20.
 */
export async function installTools() {
  const wanted = JSON.stringify({
    lock: await fingerprint([
      'test/e2e/tools/package-lock.json',
      ...['tools.mjs', ...Object.values(substitutes)].map((file) => `client/scripts/${file}`),
    ]),
    node: await lockedNode(),
  });
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted && (await isInstalled(folder))) return;
  await rm(mark, { force: true });
  await mustSucceed(npm(['ci', ...quiet], { cwd: folder }), 'install the end-to-end tools');
  for (const cwd of [vsCode, join(vsCode, 'extensions')])
    await mustSucceed(npm(['install', '--omit=dev', ...quiet], { cwd }), 'install what VS Code needs');
  await link('remote-cli', 'code', 'code-server', '');
  await link('helpers', 'browser', 'browser', '.sh');
  for (const [name, file] of Object.entries(substitutes)) await substitute(name, file);
  for (const part of unneeded) await rm(join(vsCode, part), { recursive: true, force: true });
  await writeFile(mark, wanted);
}

/** Returns the version of the project's own Node, even before that is installed. */
async function lockedNode() {
  /** @type {{ readonly packages: Readonly<Record<string, { readonly version: string }>> }} */
  const { packages } = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8'));
  return packages['node_modules/node']?.version;
}

/**
 * Replaces a module of VS Code.
 * @param {string} name
 * @param {string} file in this folder
 */
async function substitute(name, file) {
  const module = join(vsCode, 'node_modules', name);
  await rm(module, { recursive: true });
  await mkdir(module);
  await copyFile(join(checkout, 'client', 'scripts', file), join(module, 'index.mjs'));
  await writeFile(join(module, 'package.json'), JSON.stringify({ name, main: 'index.mjs' }));
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

if (process.argv[1]?.endsWith('tools.mjs') === true)
  await (process.argv.includes('--all') ? installTools() : installDriver());
