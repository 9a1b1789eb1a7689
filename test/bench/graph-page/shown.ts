/**
 * Shows the graph of a large model in the real VS Code, moves it, edits the text, and reports the browser's
 * measurements: the time until there is a picture, and tasks of the page that would block the user.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Driving from '../../e2e/drive.ts';
import type * as Frames from '../../e2e/frames.ts';
import type { Drive } from '../../e2e/drive.ts';
import type { Frame } from '../../e2e/playwright.ts';
import type { Contender, Measurement } from '../suite.ts';
import { median } from '../stopwatch.ts';
import { layeredText } from './large-texts.ts';

/** The modules that drive VS Code are loaded from their own location, so they are not part of the bundle. */
const partsOf = async (): Promise<typeof Driving & typeof Frames> => ({
  ...((await import(join(process.cwd(), 'test/e2e/drive.ts'))) as typeof Driving),
  ...((await import(join(process.cwd(), 'test/e2e/frames.ts'))) as typeof Frames),
});

export const measureGraph: Contender = async ({ entities, groupAbove }) => {
  const { drive, frameWith } = await partsOf();
  const vsCode = await drive({
    settings: { 'aftermath.graph.groupAbove': Number(groupAbove), 'aftermath.graph.layoutTimeout': 60_000 },
    prepare: (workspace) => {
      writeFileSync(join(workspace, 'small.aft'), 'space s { resource r }\npd p { manages s }\n');
      writeFileSync(join(workspace, 'large.aft'), layeredText(Number(entities)));
    },
  });
  try {
    const { workbench } = vsCode;
    // The page is already open, as for a user who switches files; only the model is measured.
    // The text alone takes memory in the editor, which is another page.
    await workbench.openFile('large.aft');
    await workbench.openFile('small.aft');
    const before = memoryOfPages();
    await workbench.runCommand('Aftermath: Show Graph');
    const frame = await frameWith(workbench.page, '[data-node="s.r"]');
    await frame.locator('svg[data-layout="layered"]').waitFor();
    return await measured(vsCode, frame, before);
  } finally {
    await vsCode.stop();
  }
};

async function measured({ workbench }: Drive, frame: Frame, memory: number): Promise<Measurement> {
  await frame.evaluate(watch);
  await workbench.openFile('large.aft');
  await frame.waitForFunction(isSettled, undefined, { timeout: 280_000, polling: 100 });
  const opened = await frame.evaluate(seen);
  await frame.evaluate(forget);
  const frames = await frame.evaluate(move);
  const moved = await frame.evaluate(seen);
  await frame.evaluate(forget);
  const edit = async (after: string, text: string): Promise<Seen> => {
    await workbench.putCursor(after);
    // The page shows what the cursor is in.
    await frame.waitForFunction(isStill, undefined, { timeout: 280_000, polling: 100 });
    await frame.evaluate(forget);
    await workbench.page.keyboard.insertText(text);
    await frame.waitForFunction(isEdited, undefined, { timeout: 280_000, polling: 50 });
    return frame.evaluate(seen);
  };
  const edited = await edit('space space0', 'x');
  const added: Seen[] = [];
  for (let at = 1; at <= additions; at++)
    added.push(await edit(`space space${String(at)} : type${String(at % 5)} {`, ' resource added '));
  return {
    times: {},
    answers: { nodes: opened.nodes },
    facts: {
      first: opened.first,
      refined: opened.refined,
      longestTask: opened.longestTask,
      edges: opened.edges,
      isSimple: opened.layout === 'simple' ? 1 : 0,
      isTable: opened.layout === 'table' ? 1 : 0,
      longestFrame: frames,
      longestTaskMoved: moved.longestTask,
      edited: edited.refined,
      longestTaskEdited: edited.longestTask,
      added: median(added.map(({ refined }) => refined)),
      longestTaskAdded: median(added.map(({ longestTask }) => longestTask)),
      heap: await frame.evaluate(heapOf),
      megabytes: memoryOfPages() - memory,
    },
  };
}

/** The number of containers that get one more entity, one after the other. */
const additions = 5;

interface Watched {
  /** The time at which the page got the message with the graph, before it has read it, by the page's clock. */
  came: number;
  /** The words for screen readers on the picture before: how many entities and relations there are. */
  before: string;
  /** The time of the last change of the page. */
  changed: number;
  first: number;
  refined: number;
  tasks: number[];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page, so it cannot use this file. */
function watch(): void {
  window.watched = { came: Number.NaN, before: '', changed: 0, first: Number.NaN, refined: Number.NaN, tasks: [] };
  // The page has listened before, so its work is done when this is called: the time is that of the event.
  window.addEventListener(
    'message',
    ({ data, timeStamp }: MessageEvent<{ readonly type?: unknown; readonly title?: unknown }>) => {
      // The same model may come again, which changes nothing.
      if (['graph', 'graphChanges'].includes(String(data.type)) && data.title === 'large.aft')
        if (Number.isNaN(window.watched.came)) window.watched.came = timeStamp;
    },
  );
  new PerformanceObserver((entries) => {
    for (const { duration, startTime } of entries.getEntries())
      if (startTime + duration >= window.watched.came) window.watched.tasks.push(duration);
  }).observe({ type: 'longtask' });
  new MutationObserver(() => {
    window.watched.changed = performance.now();
    const svg = document.querySelector('svg.canvas');
    const isLarge =
      document.querySelector('svg.canvas[data-graph$="large.aft"] .edges path, [data-entity-row^="space1"]') !== null;
    const isNew = svg === null || svg.getAttribute('aria-label') !== window.watched.before;
    if (!isLarge || !isNew) return;
    // Content is visible with the next frame, whose own time may be that of its beginning.
    const { watched } = window;
    requestAnimationFrame(() => {
      const after = performance.now() - watched.came;
      if (Number.isNaN(after)) return;
      if (Number.isNaN(watched.first)) watched.first = after;
      if (svg?.getAttribute('data-layout') !== 'simple') watched.refined = after;
    });
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-layout', 'transform', 'd', 'aria-label'],
  });
}

const isSettled = (): boolean => {
  const { came, first, refined } = window.watched;
  const layout = document.querySelector('svg.canvas')?.getAttribute('data-layout');
  // A simple layout that stays this long is the final one.
  const isLast = layout !== 'simple' || performance.now() - came > 65_000;
  return !Number.isNaN(first) && isLast && performance.now() - came > (Number.isNaN(refined) ? first : refined) + 1500;
};

const isEdited = (): boolean => !Number.isNaN(window.watched.refined);

const isStill = (): boolean => performance.now() - window.watched.changed > 1000;

const forget = (): void => {
  const before = document.querySelector('svg.canvas')?.getAttribute('aria-label') ?? '';
  window.watched = { came: Number.NaN, before, changed: 0, first: Number.NaN, refined: Number.NaN, tasks: [] };
};

interface Seen {
  readonly first: number;
  readonly refined: number;
  readonly longestTask: number;
  readonly nodes: number;
  readonly edges: number;
  readonly layout: string;
}

function seen(): Seen {
  const { first, refined, tasks } = window.watched;
  return {
    first,
    refined,
    longestTask: Math.max(0, ...tasks),
    nodes: document.querySelectorAll('[data-node]').length,
    edges: document.querySelectorAll('[data-edge]').length,
    layout:
      document.querySelector('[data-entity-table]') === null
        ? (document.querySelector('svg.canvas')?.getAttribute('data-layout') ?? '')
        : 'table',
  };
}

/** In MB; the heap of the page's scripts only. */
const heapOf = (): number =>
  ((performance as { readonly memory?: { readonly usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0) / 1e6;

/** Zooms and moves from frame to frame, and returns the longest frame. */
async function move(): Promise<number> {
  const svg = document.querySelector('svg.canvas') ?? document.querySelector('[data-entity-table]');
  if (svg === null) return Number.NaN;
  const box = svg.getBoundingClientRect();
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true };
  let longest = 0;
  let before = 0;
  for (let frame = 0; frame < 60; frame++) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    if (before > 0) longest = Math.max(longest, now - before);
    before = now;
    if (svg.localName === 'svg') svg.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: frame < 30 ? -40 : 40 }));
    else svg.scrollTop += 300;
  }
  // A table contains only the rows in view, and the edit is in the first.
  svg.scrollTop = 0;
  return longest;
}

/** Returns the memory of the browser's pages, in MB; the VS Code around the panel is one of them. */
function memoryOfPages(): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? []);
  const own = new Set([String(process.pid)]);
  // A process may be listed before its parent.
  for (let before = 0; before < own.size;) {
    before = own.size;
    for (const [, id = '', parent = ''] of rows) if (own.has(parent)) own.add(id);
  }
  const pages = rows.filter(([, id = '', , , command = '']) => own.has(id) && command.includes('--type=renderer'));
  return pages.reduce((sum, [, , , kilobytes]) => sum + Number(kilobytes), 0) / 1000;
}
