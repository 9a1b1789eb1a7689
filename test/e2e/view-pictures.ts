/**
 * Takes pictures of every view in the real VS Code, for review: `node test/e2e/view-pictures.ts`, with names of views
 * for some only, after `npm run package`. Each is taken in four themes, wide and narrow, and as seen at 200 %.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../client/scripts/processes.mjs';
import { layeredText } from '../bench/graph-page/large-texts.ts';
import { drive, screenshotFile, type Drive } from './drive.ts';
import { frameWith, withTool } from './frames.ts';
import type { Frame } from './playwright.ts';
import type { Theme } from './workbench.ts';

/** The sizes of the window in pixels of the page: a window of 1,600 pixels at 200 % has room for 800. */
const sizes = { wide: [1600, 900], wide200: [800, 450], narrow: [600, 800], narrow200: [400, 500] } as const;
type Size = keyof typeof sizes;

const themes: readonly (readonly [Theme, readonly Size[]])[] = [
  ['Light Modern', ['wide', 'narrow']],
  ['Default High Contrast', ['wide', 'narrow200']],
  ['Default High Contrast Light', ['wide', 'narrow']],
  ['Dark Modern', ['wide', 'wide200', 'narrow', 'narrow200']],
];

/** Shows one view, and returns what to wait for: an element of its page. */
type Show = (window: Drive) => Promise<Frame | undefined>;

const events = Array.from({ length: 60 }, (_, at) => `event go${at.toString()}\nevent jump${at.toString()}\n`).join('');
const flat = `${events}machine Flat for pd {\n  initial state S0 { on go0 -> S1 }\n${Array.from(
  { length: 59 },
  (_, at) => {
    const [own, next, far] = [at + 1, ((at + 2) % 60).toString(), ((at * 7 + 3) % 60).toString()];
    return `  state S${own.toString()} { on go${own.toString()} -> S${next}  on jump${own.toString()} -> S${far} }`;
  },
).join('\n')}\n}\npd p runs Flat\n`;

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
/** 90 PDs of no type: by their names, and by who needs whom. */
const named = [
  many(75, (at) => `pd ${['web', 'api', 'worker', 'db', 'queue'][at % 5] ?? ''}${Math.floor(at / 5).toString()}`),
  many(15, (at) => `web${at.toString()} needs api${at.toString()}\nworker${at.toString()} needs queue${at.toString()}`),
  many(15, (at) => `api${at.toString()} needs db${(at % 5).toString()}, queue${(at % 3).toString()}`),
].join('');
const hubs = [
  many(90, (at) => `pd p${at.toString()}`),
  many(89, (at) => `p${(at + 1).toString()} needs p${(at % 9 === 8 ? at - 8 : at - (at % 9)).toString()}`),
].join('');

/** Returns a model of an imported dump. */
const imported = (format: string, file: string): string =>
  execFileSync('node', [join(checkout, 'dist', 'aftermath.cjs'), 'import', format, file], { encoding: 'utf8' });

const graph =
  (file: string): Show =>
  async ({ workbench }) => {
    await workbench.openFile(file);
    await workbench.runCommand('Aftermath: Show Graph');
    return frameWith(workbench.page, `svg.canvas[data-graph$="${file}"][data-layout="layered"]`);
  };

const report =
  (file: string, command: string, name: string, choices: readonly string[] = []): Show =>
  async ({ workbench }) => {
    await workbench.openFile(file);
    await workbench.runCommand(`Aftermath: ${command}`);
    for (const choice of choices) await workbench.choose(choice);
    return frameWith(workbench.page, `[data-report="${name}"]`);
  };

const machine =
  (file: string, name: string): Show =>
  async ({ workbench }) => {
    await workbench.openFile(file);
    await workbench.runCommand('Aftermath: Show Machine…');
    if (name !== 'Flat') await workbench.choose(name);
    return frameWith(workbench.page, `[data-chart="${name}"][data-layout="elk"]`);
  };

const views: Readonly<Record<string, Show>> = {
  'graph-small': graph('kv-store.aft'),
  'graph-70': graph('of-70.aft'),
  'graph-120': graph('dump.aft'),
  'graph-170': graph('of-170.aft'),
  'graph-1000': graph('of-1000.aft'),
  'graph-5000': graph('of-5000.aft'),
  'graph-flat': graph('names.aft'),
  'graph-hubs': graph('hubs.aft'),
  'graph-streams': graph('streams.aft'),
  'graph-hosts': graph('hosts.aft'),
  'graph-keepalive': graph('keepalive.aft'),
  'graph-job': graph('job.aft'),
  'graph-recovery': graph('job-recovery.aft'),
  'graph-machine': graph('machine.aft'),
  'graph-crash': async ({ workbench }) => {
    await workbench.openFile('kv-store.aft');
    await workbench.runCommand('Aftermath: Simulate Crash…');
    await workbench.choose('blockServer1');
    await workbench.choose('careful');
    const frame = await frameWith(workbench.page, '[data-plan] .stepper');
    await frame.locator('[data-node="database"] > .name').click();
    await frame.locator('[data-details="database"] [data-reason]').first().waitFor();
    return frame;
  },
  'graph-crash-dump': async ({ workbench }) => {
    await workbench.openFile('dump.aft');
    await workbench.runCommand('Aftermath: Simulate Crash…');
    for (const choice of ['Kernel', 'pd-recursive']) await workbench.choose(choice);
    return frameWith(workbench.page, '[data-plan] .stepper');
  },
  plan: report('murano.aft', 'Show Plan…', 'plan', ['destroy', 'environment', 'default']),
  matrix: report('kv-store.aft', 'Show Crash Matrix', 'matrix'),
  'matrix-large': report('of-170.aft', 'Show Crash Matrix', 'matrix'),
  metrics: report('kv-store.aft', 'Show Isolation Metrics', 'isolation'),
  points: report('shop.aft', 'Show Single Points of Failure', 'points', ['default']),
  machine: machine('machine.aft', 'Coordinator'),
  'machine-region': machine('streams.aft', 'ConsistentRegion'),
  'machine-flat': machine('flat.aft', 'Flat'),
  trace: async ({ workbench }) => {
    await workbench.openFile('machine.aft');
    await workbench.runCommand('Aftermath: Show Scenario…');
    await workbench.choose('a second Begin waits for its turn');
    const frame = await frameWith(workbench.page, '[data-details]');
    await frame.locator('[data-step="6"] .step-text').click();
    return frame;
  },
  sandbox: async (window) => {
    const frame = await machine('machine.aft', 'Coordinator')(window);
    if (frame !== undefined) await withTool(frame, '[data-tool="play"]', (tool) => tool.click());
    return frameWith(window.workbench.page, '[data-machine="Coordinator"][data-has-run="true"]');
  },
  'side-bar': async ({ workbench }) => {
    await workbench.openFile('kv-store.aft');
    await workbench.runCommand('View: Show Aftermath');
    await workbench.runCommand('Aftermath: Simulate Crash…');
    await workbench.choose('blockServer1');
    await workbench.choose('careful');
    return frameWith(workbench.page, '[data-plan] .stepper');
  },
  walkthrough: async ({ workbench }) => {
    await workbench.runCommand('Aftermath: Get Started');
    await workbench.page.locator('.getting-started-step').first().waitFor();
    return undefined;
  },
};

const asked = process.argv.slice(2);
const isQuick = asked.includes('--dark');
const names = asked.filter((name) => !name.startsWith('-'));
const window = await drive({
  settings: {
    'breadcrumbs.enabled': false,
    'workbench.statusBar.visible': false,
    'workbench.activityBar.location': 'top',
  },
  prepare: (workspace) => {
    const write = (name: string, text: string): void => {
      writeFileSync(join(workspace, name), text);
    };
    for (const count of [70, 170, 1000, 5000]) write(`of-${count.toString()}.aft`, layeredText(count));
    write('flat.aft', flat);
    write('names.aft', named);
    write('hubs.aft', hubs);
    const hosts =
      'region critical { contains left.db, right.web }\nnode left { pd db { } pd api[2] { } }\nnode right { pd cache { } pd web { } }\n';
    write(
      'hosts.aft',
      `${hosts}right.web needs left.api[0]\nright.web needs right.cache as soft\nleft.api[0] needs left.db\nleft.api[1] needs left.db\n`,
    );
    const dump = process.env.DUMP;
    if (dump !== undefined) write('dump.aft', imported('auto', dump));
  },
});
try {
  for (const [name, show] of Object.entries(views))
    if (names.length === 0 || names.includes(name)) await takeAll(name, show);
} finally {
  await window.stop();
}

/** Takes all pictures of a view; a view that cannot be shown is said and photographed. */
async function takeAll(name: string, show: Show): Promise<void> {
  const { workbench } = window;
  const { page } = workbench;
  try {
    await page.setViewportSize({ width: 1600, height: 900 });
    await workbench.runCommand('View: Close All Editors');
    if (await page.locator('.part.sidebar').isVisible()) await page.keyboard.press('Control+B');
    const frame = await show(window);
    for (const [theme, of] of themes) if (!isQuick || theme === 'Dark Modern') await inTheme(name, theme, of, frame);
  } catch (error) {
    process.stdout.write(`${name}: ${String(error).slice(0, 300)}\n`);
    await workbench.screenshot(screenshotFile(`view-${name}-failed`));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
}

/** Takes the pictures of a view in one theme: wide beside the text, and narrow alone. */
async function inTheme(name: string, theme: Theme, of: readonly Size[], frame: Frame | undefined): Promise<void> {
  const { workbench } = window;
  if (!isQuick) await workbench.setTheme(theme);
  await take(name, theme, 'wide');
  const toggle = async (): Promise<void> => {
    if (frame === undefined) return;
    await workbench.page.keyboard.press('Control+2');
    await workbench.runCommand('View: Toggle Maximize Editor Group');
  };
  await toggle();
  for (const size of of) if (size !== 'wide') await take(name, theme, size);
  await toggle();
  await workbench.runCommand('View: Reset Editor Group Sizes');
}

async function take(name: string, theme: Theme, size: Size): Promise<void> {
  const { workbench } = window;
  const [width, height] = sizes[size];
  await workbench.page.setViewportSize({ width, height });
  await workbench.page.mouse.move(width / 2, 1);
  // A resized graph is laid out anew when it stays as it is.
  await workbench.page.waitForTimeout(2000);
  await workbench.screenshot(screenshotFile(`view-${name}-${theme.replaceAll(' ', '-')}-${size}`));
}
