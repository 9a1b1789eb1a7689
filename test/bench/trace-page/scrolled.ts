/**
 * Opens a long run in the real VS Code, scrolls the list of its steps frame by frame, and reports the browser's
 * measurements: frames, and tasks of the page.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Driving from '../../e2e/drive.ts';
import type { Contender, Measurement } from '../suite.ts';
import type { Frame, Page } from '../../e2e/playwright.ts';
import { marks, recordTasks } from './tasks.ts';

const frames = 400;
const pixelsAFrame = 176;

/** Returns a model with a scenario of `steps` steps, in which numbers change and messages circulate. */
const modelOf = (steps: number): string => `event Tick(n: int)
machine Clock for pd {
  var count: int = 0
  initial state Run { after 1s do { count := count + 1  send Tick(count) to echo } -> Run }
}
machine Echo for pd { var last: int = 0 initial state Idle { on Tick(n) do { last := n } -> Busy } state Busy { on Tick(n) do { last := n } -> Idle } }
pd clock runs Clock
pd echo runs Echo
scenario "long" { run ${String(Math.floor(steps / 2))}s }
`;

export const measureScrolling: Contender = async ({ steps }) => {
  // The modules that drive VS Code are loaded from their own location, so they are not part of the bundle.
  const { drive } = (await import(join(process.cwd(), 'test/e2e/drive.ts'))) as typeof Driving;
  const vsCode = await drive({
    prepare: (workspace) => {
      writeFileSync(join(workspace, 'long.aft'), modelOf(Number(steps)));
    },
  });
  try {
    const { workbench } = vsCode;
    await workbench.openFile('long.aft');
    await workbench.runCommand('Aftermath: Show Scenario…');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'Which scenario?' }).waitFor();
    const start = performance.now();
    await workbench.choose('long');
    const frame = await pageOf(workbench.page);
    await frame.locator('[data-step="3"] .step-text', { hasText: 'clock' }).waitFor({ timeout: 120_000 });
    await frame.locator('[data-bar]').first().waitFor();
    const opened = performance.now() - start;
    return await measured(workbench.page, frame, opened);
  } finally {
    await vsCode.stop();
  }
};

async function measured(page: Page, frame: Frame, opened: number): Promise<Measurement> {
  const endRecord = await recordTasks(page);
  const seen = await frame.evaluate(scroll, { frames, pixelsAFrame, marks });
  const work = await endRecord();
  const begin = performance.now();
  await frame.locator('[data-tool="last"]').click();
  const last = await frame.locator('main').getAttribute('data-selected');
  await frame.locator(`[data-details="${String(last)}"]`).waitFor();
  const end = performance.now() - begin;
  const { rows, ...facts } = seen;
  return {
    times: { opened, 'to the end': end },
    answers: { rows },
    facts: {
      ...facts,
      pixelsAFrame,
      mostWork: Math.max(0, ...work),
      heavyTasks: work.filter((each) => each > 50).length,
      workAFrame: work.reduce((sum, each) => sum + each, 0) / frames,
    },
  };
}

async function pageOf(page: Page): Promise<Frame> {
  for (let attempt = 0; attempt < 600; attempt++) {
    for (const frame of page.frames()) {
      const count = await frame
        .locator('[data-trace="scenario"]')
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    await page.waitForTimeout(100);
  }
  throw new Error('The trace page has not come.');
}

/** Runs in the page, so it cannot use this file. */
async function scroll({
  frames,
  pixelsAFrame,
  marks,
}: {
  readonly frames: number;
  readonly pixelsAFrame: number;
  readonly marks: { readonly begin: string; readonly end: string };
}) {
  const list = document.querySelector('.steps');
  if (list === null) throw new Error('There is no list.');
  const tasks: number[] = [];
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const gaps: number[] = [];
  const rows = new Set<string>();
  performance.mark(marks.begin);
  await new Promise<void>((resolve) => {
    let before = performance.now();
    let left = frames;
    let direction = 1;
    const next = (now: number): void => {
      gaps.push(now - before);
      before = now;
      for (const row of list.querySelectorAll('[data-step]')) rows.add(row.getAttribute('data-step') ?? '');
      const top = list.scrollTop;
      list.scrollTop = top + direction * pixelsAFrame;
      // At the end, reverse.
      if (list.scrollTop === top) direction = -direction;
      left -= 1;
      if (left > 0) requestAnimationFrame(next);
      else resolve();
    };
    requestAnimationFrame((now) => {
      before = now;
      next(now);
    });
  });
  performance.mark(marks.end);
  observer.disconnect();
  const memory = (performance as { readonly memory?: { readonly usedJSHeapSize: number } }).memory;
  return {
    rows: rows.size,
    frames: gaps.length,
    longestFrame: Math.max(...gaps),
    longFrames: gaps.filter((gap) => gap > 50).length,
    longTasks: tasks.filter((task) => task > 50).length,
    longestTask: Math.max(0, ...tasks),
    megabytes: (memory?.usedJSHeapSize ?? 0) / 1e6,
  };
}
