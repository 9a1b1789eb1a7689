/**
 * Opens a window of a real VS Code with the packed extension on a copy of the examples, and closes it again. Each window
 * has a folder and a language server of its own, and nothing is stored from one to the next.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { until } from '../../client/scripts/code-server.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { clearWindow } from './clear-window.ts';
import { type Host, releaseHost, sharedHost } from './host.ts';
import { openWorkbench, type Theme, type Workbench } from './workbench.ts';

/** A running VS Code, and its open folder. */
export interface Drive {
  readonly workbench: Workbench;
  /** The copy of the examples; a walk may change it. */
  readonly workspace: string;
  /** Returns the ids of the processes of this window's language server. */
  readonly languageServers: () => readonly number[];
  /** Leaves the window to the next walk; the last one's, and that of a failed one, is closed with all that it started. */
  readonly stop: () => Promise<void>;
}

/** The options of a walk for its VS Code. */
export interface DriveOptions {
  /** Added to the settings that make runs of the workbench reproducible. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Called with the workspace before VS Code opens it, to seed files. */
  readonly prepare?: (workspace: string) => void;
}

/** Switches off what differs from run to run, or between a browser and a desktop. */
const testSettings = {
  'window.commandCenter': false,
  'editor.accessibilitySupport': 'off',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 50,
  // Text between the words of the source would disturb searches for these.
  'editor.inlayHints.enabled': 'off',
  'editor.cursorBlinking': 'solid',
  // Animations cost time, and nobody sees them.
  'workbench.reduceMotion': 'on',
  // The walkthrough would open by itself in every window.
  'aftermath.walkthrough.open': false,
  // A loaded machine may need long for a layout, and none of these walks tests the limit.
  'aftermath.graph.layoutTimeout': 120_000,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'task.autoDetect': 'off',
  'npm.autoDetect': 'off',
  'gulp.autoDetect': 'off',
  'grunt.autoDetect': 'off',
  'jake.autoDetect': 'off',
  'files.simpleDialog.enable': true,
  'files.autoSave': 'off',
};

const examples = join(checkout, 'language', 'examples');

/** The open windows, to report what was on screen when something failed. */
const workbenches = new Set<Workbench>();

/** True if the walk has failed; then neither server nor browser is used again. */
let hasFailed = false;

/** Describes in a few lines the content of each open window, and keeps a screenshot of it. */
export async function tellWindows(name: string): Promise<readonly string[]> {
  hasFailed = true;
  const lines: string[] = [];
  for (const workbench of workbenches) {
    const file = screenshotFile(`failed-${name.replaceAll(/\W+/g, '-')}`);
    await workbench.screenshot(file).catch(() => undefined);
    lines.push(file, ...(await workbench.tell().catch((error: unknown) => [String(error)])));
  }
  return lines;
}

/** A window, with the server and the browser that show it. */
interface Window {
  readonly host: Host;
  readonly folder: string;
  readonly workspace: string;
  readonly workbench: Workbench;
}

/** Whether walks leave their window to the next one. */
let isShared = false;

/** The window that the last walk has left. */
let left: Window | undefined;

/** How often a window was taken over. */
let taken = 0;

/** From now on each walk goes on in the window of the last one, unless that has failed. */
export function shareWindow(): void {
  isShared = true;
}

/** Closes the window that the last walk has left. */
export async function endSharing(): Promise<void> {
  isShared = false;
  if (left !== undefined) await closeWindow(left);
  left = undefined;
}

/**
 * Opens a window, or takes the one that was left by the walk before; throws if the extension is not packed or no browser
 * is there. A new one takes about ten seconds.
 */
export async function drive(options: DriveOptions = {}): Promise<Drive> {
  const wanted = { ...options, settings: { ...testSettings, ...options.settings } };
  const old = left;
  left = undefined;
  const window = old === undefined ? await openWindow(wanted) : await takeOver(old, wanted);
  const { workbench, workspace, host } = window;
  const stop = async (): Promise<void> => {
    workbenches.delete(workbench);
    if (isShared && !hasFailed) left = window;
    else await closeWindow(window);
  };
  return { workbench, workspace, languageServers: host.languageServers, stop };
}

async function openWindow({ settings = {}, prepare }: DriveOptions): Promise<Window> {
  const host = await sharedHost();
  const folder = mkdtempSync(join(host.root, 'walk-'));
  const workspace = join(folder, 'workspace');
  cpSync(examples, workspace, { recursive: true });
  prepare?.(workspace);
  try {
    // The theme is of the user, who changes it.
    host.setSettings({ ...settings, 'workbench.colorTheme': 'Dark Modern' });
    const workbench = await openWorkbench(host.context, `${host.address}/?folder=${encodeURIComponent(workspace)}`);
    workbenches.add(workbench);
    return { host, folder, workspace, workbench };
  } catch (error) {
    await releaseHost(true);
    throw error;
  }
}

async function takeOver(window: Window, { settings = {}, prepare }: DriveOptions): Promise<Window> {
  const { workbench, workspace } = window;
  workbenches.add(workbench);
  try {
    await clearWindow(workbench.page);
    for (const name of readdirSync(workspace))
      if (!existsSync(join(examples, name))) rmSync(join(workspace, name), { recursive: true });
    // What is the same is not written, so that nobody reads it again.
    for (const name of readdirSync(examples)) {
      const [from, to] = [join(examples, name), join(workspace, name)];
      if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) cpSync(from, to);
    }
    prepare?.(workspace);
    await changeSettings(window, settings);
  } catch (error) {
    await releaseHost(true);
    throw error;
  }
  return window;
}

/** Gives an open window the settings of another walk: those of its folder, because it reads those of the user once. */
async function changeSettings(
  { workbench, workspace, folder }: Window,
  settings: DriveOptions['settings'],
): Promise<void> {
  // The title says when they are read.
  const title = `${basename(folder)}-${String(++taken)};`;
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify({ ...settings, 'window.title': title }));
  await until('the new settings', async () => (await workbench.page.title()).includes(title));
}

async function closeWindow({ host, folder, workbench }: Window): Promise<void> {
  workbench.leave();
  if (!hasFailed) {
    await host.forget();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await releaseHost(hasFailed);
  hasFailed = false;
}

/** Returns the file that keeps a screenshot of this name after the run. */
export function screenshotFile(name: string): string {
  const folder = join(checkout, '.cache', 'screenshots');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
}

/** Waits until a file has content, and returns it; a file that has just been created is empty. */
export function written(file: string): Promise<Buffer> {
  return until(`something in ${file}`, () => {
    const content = existsSync(file) ? readFileSync(file) : undefined;
    return content !== undefined && content.length > 0 ? content : undefined;
  });
}

/** In this order, so that the window ends with its initial theme. */
const themes: readonly (readonly [Theme, string])[] = [
  ['Light Modern', 'light'],
  ['Default High Contrast', 'high-contrast'],
  ['Default High Contrast Light', 'high-contrast-light'],
  ['Dark Modern', 'dark'],
];

/** The pictures to take, for review: none by default, because nobody sees them. */
const pictures = process.env.PICTURES;

/** Takes a picture of the window as it is, if pictures are wanted. */
export async function snapshot(workbench: Workbench, name: string): Promise<void> {
  if (pictures !== undefined) await workbench.screenshot(screenshotFile(name));
}

/** Takes a picture of the window if pictures are wanted; with `PICTURES=all` one in each of the four kinds of themes. */
export async function photograph(workbench: Workbench, name: string): Promise<void> {
  if (pictures !== 'all') {
    await snapshot(workbench, name);
    return;
  }
  for (const [theme, suffix] of themes) {
    await workbench.setTheme(theme);
    await workbench.screenshot(screenshotFile(`${name}-${suffix}`));
  }
}
