/**
 * Runs the VS Code that serves itself to a browser, in a profile of its own and on the loopback address. Shared by `npm
 * start` and the end-to-end tests; independent of what they do in that VS Code.
 */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { run, signalGroup } from './processes.mjs';
import { profileEnvironment } from './profile.mjs';
import { codeServer, projectNode } from './tools.mjs';

/** @typedef {{ readonly address: string, readonly pid: number, readonly log: string, readonly ended: Promise<unknown>, readonly stop: () => Promise<void> }} RunningServer */

/**
 * Installs a packed extension into a profile; if it is refused, throws with the server's message.
 * @param {import('./profile.mjs').Profile} profile
 * @param {string} file
 */
export async function installExtension(profile, file) {
  const args = [...commonArgs(profile), '--install-extension', file, '--force'];
  const { code, output } = await run(projectNode, args, { base: profileEnvironment(profile), output: 'capture' });
  if (code !== 0) throw new Error(`VS Code did not take ${file}.\n${output}`);
}

/**
 * Starts the server and returns when it answers. `stop` ends it and every process it started.
 * @param {import('./profile.mjs').Profile} profile
 * @param {{ readonly port?: number, readonly args?: readonly string[] }} [options] a free port by default
 * @returns {Promise<RunningServer>}
 */
export async function startServer(profile, { port, args = [] } = {}) {
  const address = `http://127.0.0.1:${await freePort(port)}`;
  const log = join(profile.root, 'server.log');
  const file = openSync(log, 'w');
  const child = spawn(
    projectNode,
    [...commonArgs(profile), '--bind-addr', address.slice('http://'.length), ...serverArgs, ...args],
    {
      env: profileEnvironment(profile),
      stdio: ['ignore', file, file],
      // A process group of its own, so that the extension host and the language servers end with it.
      detached: true,
    },
  );
  closeSync(file);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`The VS Code server could not be started from ${projectNode}.`);
  const ended = once(child, 'exit');
  const end = () => signalGroup(pid, 'SIGKILL');
  // However this process ends, the server does not outlive it.
  process.once('exit', end);
  const stop = async () => {
    await stopGroup(pid);
    process.off('exit', end);
  };
  try {
    await until(
      'the VS Code server to answer',
      async () => {
        if (child.exitCode !== null) throw new Error(`it ended with code ${String(child.exitCode)}; see ${log}`);
        return (await fetch(`${address}/healthz`)).ok;
      },
      60_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, pid, log, ended, stop };
}

/**
 * Polls until the answer is neither false nor missing, and returns it. Throws after `timeout` milliseconds, with the
 * last error as the reason.
 * @template T
 * @param {string} what
 * @param {() => T | false | undefined | Promise<T | false | undefined>} ask
 * @param {number} [timeout]
 * @returns {Promise<T>}
 */
export async function until(what, ask, timeout = 60_000) {
  const end = Date.now() + timeout;
  // Asked soon at first, then less often: each question costs the one that is asked time, too.
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 250)) {
    let reason = '';
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (Date.now() > end) throw new Error(`Waited ${String(timeout)} ms in vain for ${what}${reason}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const serverArgs = [
  ...['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
  ...['--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened'],
];

/** @param {import('./profile.mjs').Profile} profile */
function commonArgs({ config, userData, extensions, sockets }) {
  return [
    join(codeServer, 'out', 'node', 'entry.js'),
    ...['--config', config, '--user-data-dir', userData, '--extensions-dir', extensions],
    ...['--session-socket', join(sockets, 'session')],
  ];
}

/** @param {number} pid */
async function stopGroup(pid) {
  signalGroup(pid, 'SIGTERM');
  try {
    await until('the VS Code server to end', () => !signalGroup(pid, 0), 5_000);
  } catch {
    // Time is up; do not wait for an extension host that hangs.
    signalGroup(pid, 'SIGKILL');
  }
}

/**
 * Returns the requested port if nobody listens there, otherwise any free one.
 * @param {number} [wish]
 * @returns {Promise<string>}
 */
async function freePort(wish = 0) {
  const server = createServer();
  try {
    server.listen(wish, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    server.close();
    await once(server, 'close');
    return String(address !== null && typeof address === 'object' ? address.port : wish);
  } catch (error) {
    if (wish === 0) throw error;
    return freePort();
  }
}
