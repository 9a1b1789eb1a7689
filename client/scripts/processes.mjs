/**
 * Starts and ends other programs. Each gets a process group of its own, so that one signal reaches everything it
 * started; when this process is told to end, it first ends those still running. Runs on Node 20 before anything is
 * installed, so it imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const checkout = fileURLToPath(new URL('../../', import.meta.url));

const isWindows = process.platform === 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the checkout
 * @property {NodeJS.ProcessEnv} [base] the environment; default: that of this process
 * @property {Readonly<Record<string, string>>} [env] added to it
 * @property {'inherit' | 'capture'} [output] where the output goes; `inherit` by default
 * @property {(pid: number) => void} [onStart] receives the process id
 */

/** @typedef {{ readonly code: number, readonly output: string }} RunResult */

/**
 * Runs a program to its end, without standard input. The code of a missing program is 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const { cwd = checkout, base = environment(), env = {}, output = 'inherit', onStart } = options;
  const pipe = output === 'inherit' ? 'inherit' : 'pipe';
  const [file, ...fileArgs] = isWindows ? ['cmd', '/d', '/c', command, ...args] : [command, ...args];
  const child = spawn(file, fileArgs, {
    cwd,
    env: { ...base, ...env },
    stdio: ['ignore', pipe, pipe],
    detached: !isWindows,
  });
  running.add(child);
  if (child.pid !== undefined) onStart?.(child.pid);
  let text = '';
  for (const from of [child.stdout, child.stderr])
    from?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      text += chunk;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: error.message });
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: text });
    });
  });
}

/**
 * Runs the npm that started this script, or the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') === true) return run(process.execPath, [script, ...args], options);
  return run('npm', args, options);
}

/** Returns the environment with the checkout's own programs, its Node among them, first on the path. */
export function environment() {
  const path = [join(checkout, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  // Compiler and linter are programs in Go, which by default collect garbage more often than pays.
  return { GOGC: '400', GOMEMLIMIT: '1500MiB', ...process.env, PATH: path };
}

/**
 * Signals a program and everything it started; returns whether any of them was still running.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
export function signalGroup(pid, signal) {
  try {
    if (isWindows && signal !== 0) return spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']).status === 0;
    process.kill(isWindows ? pid : -pid, signal);
    return true;
  } catch {
    // No such process: the whole group has ended.
    return false;
  }
}

/** @type {(() => Promise<void>)[]} */
const lastWork = [];

/**
 * Registers work to do before a signal ends this process.
 * @param {() => Promise<void>} work
 */
export function beforeEnd(work) {
  lastWork.push(work);
}

let hasEnded = false;

/** Returns whether this process has been told to end. */
export function isEnding() {
  return hasEnded;
}

/** Makes a signal to this process, or the end of the npm that started it, first end all programs it runs. */
export function endWithChildren() {
  /** @param {number} code */
  const end = (code) => {
    if (hasEnded) return;
    hasEnded = true;
    for (const child of running) if (child.pid !== undefined) signalGroup(child.pid, 'SIGTERM');
    void Promise.allSettled(lastWork.map((work) => work())).then(() => process.exit(code));
  };
  process.on('SIGINT', () => {
    end(130);
  });
  process.on('SIGTERM', () => {
    end(143);
  });
  process.on('SIGHUP', () => {
    end(129);
  });
  // The shell between npm and this process does not pass on the signal that ends it.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end(143);
  }, 500).unref();
}

/**
 * Opens an address in the user's browser, if possible; does nothing otherwise.
 * @param {string} address
 */
export function openAddress(address) {
  const hasScreen = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
  if (process.env.CI !== undefined || (process.platform !== 'darwin' && !hasScreen)) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
  // Without an opener the printed address must do.
  child.once('error', () => undefined);
  child.unref();
}
