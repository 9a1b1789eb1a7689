/**
 * The programs that the tests need and npm does not install: which of them are missing on this machine, the command
 * that installs them, and whether it can run here. Runs on Node 20 before anything is installed.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

/** @typedef {{ readonly name: string, readonly brew?: string, readonly commands: readonly string[], readonly variable?: string }} Program */

/** By name of the Debian package; any of the commands suffices, and the first is the best. @type {readonly Program[]} */
const programs = [
  // Chromium without what only a user sees: a fifth less work in the tests of pages.
  {
    name: 'chromium-headless-shell',
    brew: 'chromium',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    variable: 'CHROMIUM',
  },
  { name: 'gcc', commands: ['gcc'] },
  { name: 'tcc', commands: ['tcc'] },
  { name: 'spin', commands: ['spin'] },
  { name: 'scram', commands: ['scram'] },
  { name: 'procps', commands: ['ps'] },
  { name: 'slurm-wlm', commands: ['sbatch'] },
  { name: 'munge', commands: ['munge'] },
  { name: 'openssh-client', commands: ['ssh-keygen'] },
];

/** The environment with the search path, and the user's rights. @typedef {{ readonly env: NodeJS.ProcessEnv, readonly isRoot: boolean }} Machine */

/** @type {Machine} */
const thisMachine = { env: process.env, isRoot: process.getuid?.() === 0 };

/**
 * Returns the names of the missing programs. If CHROMIUM names a browser, no other one is accepted.
 * @param {Machine} [machine]
 * @returns {readonly string[]}
 */
export function missingPrograms({ env } = thisMachine) {
  return programs
    .filter(({ commands, variable }) => {
      const named = variable === undefined ? undefined : env[variable];
      return named === undefined ? !commands.some((command) => onPath(command, env)) : !isProgram(named);
    })
    .map(({ name }) => name);
}

/**
 * Returns whether this process may install programs: as root on Debian and its derivatives.
 * @param {Machine} [machine]
 */
export function canInstall({ env, isRoot } = thisMachine) {
  return isRoot && onPath('apt-get', env);
}

/**
 * Returns one command that installs the missing programs, for the user to run.
 * @param {readonly string[]} missing
 * @param {Machine} [machine]
 */
export function installCommand(missing, { env, isRoot } = thisMachine) {
  if (onPath('brew', env)) {
    const names = missing.map((name) => programs.find((each) => each.name === name)?.brew ?? name);
    return `brew install ${names.join(' ')}`;
  }
  const sudo = isRoot ? '' : 'sudo ';
  const debian = `${sudo}apt-get update && ${sudo}apt-get install -y ${missing.join(' ')}`;
  return onPath('apt-get', env) ? debian : `${debian}   (on Debian; the same programs have other names elsewhere)`;
}

/** Installs the missing programs; returns the exit code. */
async function install() {
  const missing = missingPrograms();
  if (missing.length === 0) return 0;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code } = await run('apt-get', ['update', '-q'], { env });
  if (code !== 0) return code;
  return (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], { env })).code;
}

/**
 * @param {string} command
 * @param {NodeJS.ProcessEnv} env
 */
function onPath(command, env) {
  return (env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, command)));
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // It does not exist, or is not executable.
    return false;
  }
}

if (process.argv[1]?.endsWith('machine.mjs') === true) process.exitCode = await install();
