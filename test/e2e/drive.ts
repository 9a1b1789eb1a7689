/**
 * Opens a window of a real VS Code with the packed extension on a copy of the examples, and closes it again. Each walk
 * has a window, a folder, settings and a language server of its own, and nothing is stored from one to the next.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../client/scripts/code-server.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { releaseHost, sharedHost } from './host.ts';
import { openWorkbench, type Theme, type Workbench } from './workbench.ts';

/** A running VS Code, and its open folder. */
export interface Drive {
  readonly workbench: Workbench;
  /** The copy of the examples; a walk may change it. */
  readonly workspace: string;
  /** Returns the ids of the processes of this window's language server. */
  readonly languageServers: () => readonly number[];
  /** Closes the window, ends the processes that it started, and removes its files. */
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
  'workbench.colorTheme': 'Dark Modern',
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

/** Opens a window; throws if the extension is not packed or no browser is there. Takes about ten seconds. */
export async function drive({ settings = {}, prepare }: DriveOptions = {}): Promise<Drive> {
  const host = await sharedHost();
  const folder = mkdtempSync(join(host.root, 'walk-'));
  const workspace = join(folder, 'workspace');
  cpSync(join(checkout, 'language', 'examples'), workspace, { recursive: true });
  prepare?.(workspace);
  try {
    host.setSettings({ ...testSettings, ...settings });
    const workbench = await openWorkbench(host.context, `${host.address}/?folder=${encodeURIComponent(workspace)}`);
    workbenches.add(workbench);
    const stop = async (): Promise<void> => {
      workbenches.delete(workbench);
      workbench.leave();
      if (!hasFailed) {
        await host.forget();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
      await releaseHost(hasFailed);
      hasFailed = false;
    };
    return { workbench, workspace, languageServers: host.languageServers, stop };
  } catch (error) {
    await releaseHost(true);
    throw error;
  }
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

/**
 * Takes a screenshot of the window; with `look`, one in each of the four kinds of themes. With `PICTURES=all` every
 * screenshot is taken in all of them, for review.
 */
export async function photograph(
  workbench: Workbench,
  name: string,
  look?: (picture: string) => Promise<void>,
): Promise<void> {
  if (look === undefined && process.env.PICTURES !== 'all') {
    await workbench.screenshot(screenshotFile(name));
    return;
  }
  for (const [theme, suffix] of themes) {
    await workbench.setTheme(theme);
    await workbench.screenshot(screenshotFile(`${name}-${suffix}`));
    await look?.(`${name}-${suffix}`);
  }
}
