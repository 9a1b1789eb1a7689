/**
 * The programs that no package manifest brings and the tests need: which of them are missing on this machine, the one
 * command that installs them, and whether it can be run here. Runs on Node 20 before anything is installed.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

/** @typedef {{ readonly name: string, readonly commands: readonly string[], readonly variable?: string }} Program */

/** By their names as packages of Debian; any of the commands will do. @type {readonly Program[]} */
const programs = [
  { name: 'chromium', commands: ['chromium', 'chromium-browser', 'google-chrome'], variable: 'CHROMIUM' },
  { name: 'python3', commands: ['python3'] },
  { name: 'make', commands: ['make'] },
  { name: 'g++', commands: ['c++', 'g++', 'clang++'] },
  { name: 'gcc', commands: ['gcc'] },
  { name: 'spin', commands: ['spin'] },
  { name: 'procps', commands: ['ps'] },
];

/** Where programs are looked for, and who asks. @typedef {{ readonly env: NodeJS.ProcessEnv, readonly isRoot: boolean }} Machine */

/** @type {Machine} */
const thisMachine = { env: process.env, isRoot: process.getuid?.() === 0 };

/**
 * Returns the names of what is missing. A browser that CHROMIUM names is the only one looked for.
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
 * Says whether this process may install programs: as root on Debian and its kin.
 * @param {Machine} [machine]
 */
export function canInstall({ env, isRoot } = thisMachine) {
  return isRoot && onPath('apt-get', env);
}

/**
 * Returns the one command that installs what is missing, for a person to run.
 * @param {readonly string[]} missing
 * @param {Machine} [machine]
 */
export function installCommand(missing, { env, isRoot } = thisMachine) {
  const brewed = new Set(missing.map((name) => (name === 'g++' ? 'gcc' : name)));
  if (onPath('brew', env)) return `brew install ${[...brewed].join(' ')}`;
  const sudo = isRoot ? '' : 'sudo ';
  const debian = `${sudo}apt-get update && ${sudo}apt-get install -y ${missing.join(' ')}`;
  return onPath('apt-get', env) ? debian : `${debian}   (on Debian; the same programs have other names elsewhere)`;
}

/** Installs what is missing; returns the exit code. */
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
    // Not there, or no program.
    return false;
  }
}

if (process.argv[1]?.endsWith('machine.mjs') === true) process.exitCode = await install();
