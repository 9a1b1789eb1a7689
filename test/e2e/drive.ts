/**
 * Opens a real VS Code with the packed extension on a copy of the examples, and closes everything again. Each call has
 * a profile, a server and a browser of its own, so that walks do not affect each other.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installExtension, startServer, until } from '../../client/scripts/code-server.mjs';
import { packedFile } from '../../client/scripts/package.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { makeProfile } from '../../client/scripts/profile.mjs';
import { launchBrowser } from './browser.ts';
import { openWorkbench } from './workbench.ts';
import type { Theme, Workbench } from './workbench.ts';

/** A running VS Code, and its open folder. */
export interface Drive {
  readonly workbench: Workbench;
  /** The copy of the examples; a walk may change it. */
  readonly workspace: string;
  /** Ends the browser, the server and all processes they started, and removes their files. */
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
  // A loaded machine may need long for a layout, and none of these walks tests the limit.
  'aftermath.graph.layoutTimeout': 120_000,
  'git.enabled': false,
  'npm.autoDetect': 'off',
  'gulp.autoDetect': 'off',
  'grunt.autoDetect': 'off',
  'jake.autoDetect': 'off',
  'files.simpleDialog.enable': true,
  'files.autoSave': 'off',
};

/** The open windows, to report what was on screen when something failed. */
const workbenches = new Set<Workbench>();

/** Describes in a few lines the content of each open window, and keeps a screenshot of it. */
export async function tellWindows(name: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const workbench of workbenches) {
    const file = screenshotFile(`failed-${name.replaceAll(/\W+/g, '-')}`);
    await workbench.screenshot(file).catch(() => undefined);
    lines.push(file, ...(await workbench.tell().catch((error: unknown) => [String(error)])));
  }
  return lines;
}

/** Opens VS Code; throws if the extension is not packed or no browser is there. Takes about ten seconds. */
export async function drive({ settings = {}, prepare }: DriveOptions = {}): Promise<Drive> {
  const extension = join(checkout, await packedFile());
  if (!existsSync(extension)) throw new Error(`${extension} is not there. Run "npm run package" first.`);
  // A test runner that is told to end also ends the server.
  process.once('SIGTERM', () => process.exit(143));
  const root = mkdtempSync(join(tmpdir(), 'aft-'));
  const workspace = join(root, 'workspace');
  cpSync(join(checkout, 'language', 'examples'), workspace, { recursive: true });
  prepare?.(workspace);
  const ends: (() => Promise<void> | void)[] = [
    () => {
      removeFolder(root);
    },
  ];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const profile = makeProfile(root, { ...testSettings, ...settings });
    ends.push(profile.release);
    cpSync(await installed(extension), profile.extensions, { recursive: true });
    const server = await startServer(profile);
    ends.push(server.stop);
    const context = await launchBrowser(root);
    ends.push(() => context.close());
    const workbench = await openWorkbench(context, `${server.address}/?folder=${encodeURIComponent(workspace)}`);
    workbenches.add(workbench);
    ends.push(() => {
      workbenches.delete(workbench);
    });
    return { workbench, workspace, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

let extensions: Promise<string> | undefined;

/** Installs the extension once for all walks of this process, and returns the resulting folder of extensions. */
function installed(extension: string): Promise<string> {
  extensions ??= (async () => {
    const root = mkdtempSync(join(tmpdir(), 'aft-'));
    process.once('exit', () => {
      removeFolder(root);
    });
    const profile = makeProfile(root);
    await installExtension(profile, extension);
    profile.release();
    return profile.extensions;
  })();
  return extensions;
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

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
