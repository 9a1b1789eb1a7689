/**
 * `npm start`: installs, builds and packs what is missing or has changed, then opens the examples in a real VS Code
 * with the extension, in a profile inside the checkout. Uses the desktop VS Code if there is one, otherwise one that
 * serves itself to the browser. Runs on Node 20 before anything is installed.
 */
import { join } from 'node:path';
import { installExtension, startServer } from './code-server.mjs';
import { installProject } from './dependencies.mjs';
import { findDesktop, openDesktop } from './desktop.mjs';
import { unlessUnchanged } from './fingerprint.mjs';
import { packWhatChanged } from './package.mjs';
import { beforeEnd, checkout, endWithChildren, isEnding, openAddress } from './processes.mjs';
import { makeProfile } from './profile.mjs';
import { installTools } from './tools.mjs';

const examples = join(checkout, 'language', 'examples');

const thingsToTry = `Three things to try:
  1. Open kv-store.aft and rest the pointer on a name: what it is, and what its crash destroys.
  2. Press F1 and choose "Aftermath: Show Graph": the model beside its text.
  3. Press F1 and choose "Aftermath: Simulate Crash…": what goes, what is left, and why.
`;

endWithChildren();
try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new Error(`npm start needs Node.js 20 or newer; this is ${process.version}.`);
  say('Looking whether all is installed …');
  await installProject();
  const extension = await packWhatChanged(() => {
    say('Building and packing the extension …');
  });
  const command = await findDesktop();
  if (command !== undefined) await openOnDesktop(command, extension);
  else if (process.platform === 'win32')
    throw new Error('Install VS Code so that "code" is on the path, then run npm start again.');
  else await openInBrowser(extension);
}

/**
 * Opens the desktop VS Code and returns when its window is closed.
 * @param {string} command
 * @param {string} extension
 */
async function openOnDesktop(command, extension) {
  const profile = makeProfile(join(checkout, '.cache', 'start', 'desktop'));
  say(`Opening VS Code with a profile of its own.\n\n${thingsToTry}\nPress Ctrl+C or close the window to end it.`);
  await openDesktop({ command, profile, folder: examples, extension: join(checkout, extension) });
  profile.release();
}

/**
 * Serves VS Code to the browser until this process is told to end.
 * @param {string} extension
 */
async function openInBrowser(extension) {
  say('Looking whether the VS Code for the browser is installed …');
  await installTools();
  const profile = makeProfile(join(checkout, '.cache', 'start', 'browser'));
  await unlessUnchanged(
    { name: 'install', inputs: ['.cache/steps/package'], output: '.cache/start/browser/extensions/extensions.json' },
    () => installExtension(profile, join(checkout, extension)),
  );
  const server = await startServer(profile, { port: 38417 });
  beforeEnd(async () => {
    await server.stop();
    profile.release();
  });
  const address = `${server.address}/?folder=${encodeURIComponent(examples)}`;
  say(`\nVS Code is open at\n\n  ${address}\n\n${thingsToTry}`);
  say('Press Ctrl+C to end it.');
  openAddress(address);
  await server.ended;
  if (isEnding()) return;
  profile.release();
  throw new Error(`VS Code ended by itself; its log is ${server.log}.`);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
