/**
 * The folders, settings and environment that isolate a VS Code: nothing of the user's own VS Code is read, and nothing
 * is written outside the profile. Starts nothing.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './processes.mjs';

/** Settings that keep the workbench offline and free of promotions. */
const baseSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/** Otherwise the workbench contacts the public extension gallery at every start. */
const noGallery = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' });

/**
 * The folders of one VS Code: settings, extensions, home, and sockets.
 * @typedef {object} Profile
 * @property {string} root
 * @property {string} userData
 * @property {string} extensions
 * @property {string} home
 * @property {string} config
 * @property {string} sockets in the checkout if its path is short enough for a socket, otherwise temporary
 * @property {() => void} release removes everything outside `root`
 */

/**
 * Creates the folders of a profile. Keeps existing settings.
 * @param {string} root
 * @param {Readonly<Record<string, unknown>>} [settings] added to the quiet ones
 * @returns {Profile}
 */
export function makeProfile(root, settings = {}) {
  // A socket path may have 103 characters on a Mac; the longest name that VS Code appends has about 45.
  const isShort = join(root, 'run').length < 55;
  const sockets = isShort ? join(root, 'run') : mkdtempSync(join(tmpdir(), 'aft-'));
  const profile = {
    root,
    userData: join(root, 'user'),
    extensions: join(root, 'extensions'),
    home: join(root, 'home'),
    config: join(root, 'config.yaml'),
    sockets,
    release: () => {
      rmSync(sockets, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const folder of [join(profile.userData, 'User'), profile.extensions, profile.home, sockets])
    mkdirSync(folder, { recursive: true });
  writeFileSync(profile.config, 'auth: none\ncert: false\n');
  if (!existsSync(settingsFile(profile))) writeSettings(profile, settings);
  return profile;
}

/**
 * Replaces the user's settings of a profile.
 * @param {Profile} profile
 * @param {Readonly<Record<string, unknown>>} settings added to the quiet ones
 */
export function writeSettings(profile, settings) {
  writeFileSync(settingsFile(profile), JSON.stringify({ ...baseSettings, ...settings }, null, 2));
}

/** @param {Profile} profile */
function settingsFile({ userData }) {
  return join(userData, 'User', 'settings.json');
}

const foreign = /^(?:VSCODE_|ELECTRON_|npm_|CODE_SERVER_|CS_|NODE_OPTIONS$|PORT$|PASSWORD$|HASHED_PASSWORD$)/;

/**
 * Returns the environment of a VS Code that keeps to its profile: without the variables that another VS Code, npm or a
 * test runner sets for its children, and with every folder that a program may write to inside the profile.
 * @param {Profile} profile
 */
export function profileEnvironment({ home, sockets }) {
  const folders = {
    XDG_CONFIG_HOME: '.config',
    XDG_DATA_HOME: '.local/share',
    XDG_CACHE_HOME: '.cache',
    XDG_STATE_HOME: '.local/state',
  };
  const inHome = Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)]));
  const kept = Object.fromEntries(Object.entries(environment()).filter(([name]) => !foreign.test(name)));
  return { ...kept, ...inHome, HOME: home, XDG_RUNTIME_DIR: sockets, TMPDIR: sockets, EXTENSIONS_GALLERY: noGallery };
}
