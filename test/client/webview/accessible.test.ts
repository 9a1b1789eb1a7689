/**
 * axe finds nothing serious in any state of any page, in any kind of theme, and no control lies under anything else,
 * in half a window and in one at 200 %. A first test proves that both find a seeded problem.
 */
import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { planReportSteps } from '../../../language/src/view/report/plan.ts';
import { becomes } from '../../becomes.ts';
import { pairRows } from '../../../language/src/analysis/metrics/pair-table.ts';
import { collectPairs, isolationReport } from '../../../language/src/view/report/isolation.ts';
import { expectAccessible, graveFindings } from '../../e2e/axe.ts';
import { withTool } from '../../e2e/frames.ts';
import { coveredControls } from '../../e2e/overlaps.ts';
import { everything, keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, type GraphPage, type OpenOptions } from './graph-page.ts';
import { chartMessage, drawMachine, exploredMessage, sampleRun } from './machine/sample-chart.ts';
import { matrixMessage, reportMessage } from './report/sample-report.ts';
import { comparison } from './sample-comparison.ts';
import { type ThemeName, themes, wear } from './themes.ts';
import { rowsMessage, runMessage, stepMessage } from './trace/sample-trace.ts';

/** A kind of page. */
type Show = NonNullable<OpenOptions['show']>;

/**
 * How a state of a page is reached, and whether more of it stays than what is shown, such as a tool: then the next state
 * has a new page.
 */
type State = readonly [show: Show, reach: (opened: GraphPage) => Promise<void>, stays?: 'tools'];

/** A message after which a page shows a notice and nothing else. */
const nothing: Readonly<Record<Exclude<Show, 'trace'>, readonly [message: unknown, notice: string]>> = {
  graph: [{ type: 'empty', reason: 'noDocument' }, 'noDocument'],
  machine: [{ type: 'missing', machine: 'Worker' }, 'missing'],
  report: [{ type: 'failed', message: 'No.' }, 'failed'],
};

const crash = { kind: 'plan', end: 'crash', of: 'blockServer1' } as const;
const built = keyValueStore();
const { model, sources } = built;
const plan = planOf(
  model,
  { kind: 'crash', targets: [model.entities.find(({ name }) => name === crash.of)?.id ?? 0] },
  defaultPolicyOf(model),
);

const states: Readonly<Record<string, State>> = {
  'an empty graph': [
    'graph',
    async ({ send, page }) => {
      await send({ type: 'empty', reason: 'noDocument' });
      await page.locator('[data-notice="noDocument"]').waitFor();
    },
  ],
  'a graph that failed': [
    'graph',
    async ({ send, page }) => {
      await send({ type: 'failed', message: 'No.' });
      await page.locator('[data-notice="failed"]').waitFor();
    },
  ],
  'the graph': ['graph', ({ draw }) => draw(graphOf(everything()))],
  'the graph with a plan and details': [
    'graph',
    async ({ draw, page, send }) => {
      await draw(graphOf(built));
      await send({ type: 'plan', plan: planOverlay(plan, { sources, question: crash }) });
      await page.locator('[data-plan]').waitFor();
      await page.locator('[data-node="db"]').click();
      await page.locator('[data-details="db"]').waitFor();
    },
    'tools',
  ],
  'the graph with a comparison, at a difference': [
    'graph',
    async ({ draw, page, send }) => {
      const { graph, plan: compared } = await comparison();
      await draw(graph);
      await send({ type: 'plan', plan: compared, step: 1 });
      await page.locator('[data-difference="1"]').waitFor();
      await page.locator('[data-reasons]').waitFor();
    },
    'tools',
  ],
  'the graph with the reasons of a line, the legend and what is shown': [
    'graph',
    async ({ draw, page }) => {
      await draw(graphOf(built));
      await page.locator('[data-tool="legend"]').click();
      await page.locator('[data-tool="view"]').click();
      await page.locator('[data-filter="types"] summary').click();
      await page.locator('[data-node="app"]').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.locator('[data-tool="reset"]').waitFor();
      await page.keyboard.press('e');
      await page.locator('[data-because]').waitFor();
    },
    'tools',
  ],
  'a report that comes': ['report', ({ page }) => page.locator('[data-notice="busy"]').waitFor()],
  'a report that failed': [
    'report',
    async ({ sendRaw, page }) => {
      await sendRaw({ type: 'failed', message: 'No.' });
      await page.locator('[data-notice="failed"]').waitFor();
    },
  ],
  'a matrix': [
    'report',
    async ({ sendRaw, page }) => {
      await sendRaw(matrixMessage);
      await page.locator('[data-row]').first().waitFor();
    },
  ],
  'the report of a plan': [
    'report',
    async ({ sendRaw, page }) => {
      await sendRaw(reportMessage(allSteps(planReportSteps(plan, sources))));
      await page.locator('[data-item]').first().waitFor();
    },
  ],
  'the isolation metrics': [
    'report',
    async ({ sendRaw, page }) => {
      const pairs = collectPairs();
      pairs.add([...pairRows(model)].flat());
      await sendRaw(reportMessage(isolationReport(built, pairs)));
      await page.locator('[data-row]').first().waitFor();
    },
  ],
  'a machine that is gone': [
    'machine',
    async ({ sendRaw, page }) => {
      await sendRaw({ type: 'missing', machine: 'Worker' });
      await page.locator('[data-notice="missing"]').waitFor();
    },
  ],
  'explored states': [
    'machine',
    async ({ sendRaw, page }) => {
      await sendRaw(exploredMessage);
      await page.locator('svg[data-layout="elk"]').waitFor();
    },
  ],
  'a machine': ['machine', ({ sendRaw, page }) => drawMachine(sendRaw, page)],
  'a machine in a run': [
    'machine',
    async ({ sendRaw, page }) => {
      await drawMachine(sendRaw, page);
      await sendRaw({ type: 'run', run: sampleRun, title: 'a round' });
      await page.locator('[data-active="true"]').first().waitFor();
    },
    'tools',
  ],
  'a machine as tables': [
    'machine',
    async ({ sendRaw, page }) => {
      await drawMachine(sendRaw, page);
      await page.locator('[data-tool="table"]').click();
      await page.locator('[data-table="states"]').waitFor();
    },
    'tools',
  ],
  'a machine in the sandbox, without a part of its text': [
    'machine',
    async ({ sendRaw, page }) => {
      await drawMachine(sendRaw, page);
      await sendRaw({ ...chartMessage(), warning: 'The model has one error.' });
      await page.locator('[data-notice="errors"]').waitFor();
      await withTool(page.mainFrame(), '[data-tool="play"]', (tool) => tool.click());
      await sendRaw({ type: 'run', run: sampleRun, title: 'a round' });
      await page.locator('[data-firing="true"] [data-active="true"]').first().waitFor();
    },
    'tools',
  ],
  'a trace': [
    'trace',
    async ({ sendRaw, page }) => {
      await sendRaw(runMessage(400));
      await sendRaw(rowsMessage(0, 99));
      await sendRaw(stepMessage(0));
      await page.locator('[data-details="0"]').waitFor();
    },
  ],
};

/** The sizes of half a window of 1,600 pixels, at 100 and at 200 %. */
const sizes = { whole: { width: 800, height: 860 }, zoomed: { width: 400, height: 430 } } as const;

/** Runs in the page. Returns the drawn names that have the colour of the page. */
function namesLikePaper(): readonly string[] {
  const paper = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll('svg text.name')]
    .filter((one) => getComputedStyle(one).fill === paper)
    .map(({ textContent }) => textContent);
}

describe('axe', () => {
  const openPage = pagesOfSuite(after);
  /** Pages that go on to the next state: to open one, and axe in it, costs more than most states. */
  const kept = new Map<Show, GraphPage>();

  /** Returns a page that shows nothing. */
  const emptyPage = async (show: Show): Promise<GraphPage> => {
    const old = kept.get(show);
    if (old === undefined || show === 'trace') {
      const opened = await openPage({ show });
      kept.set(show, opened);
      return opened;
    }
    const [message, notice] = nothing[show];
    await old.sendRaw(message);
    await old.page.locator(`[data-notice="${notice}"]`).waitFor();
    await old.page.locator('svg[data-layout], [data-row], [data-item]').waitFor({ state: 'detached' });
    await old.page.setViewportSize({ width: 1100, height: 800 });
    await wear(old.page, themes.dark);
    return old;
  };

  it('finds what is wrong', async () => {
    const { page, send } = await openPage();
    await send({ type: 'empty', reason: 'noDocument' });
    await page.locator('[data-notice="noDocument"]').waitFor();
    await page.evaluate(() => {
      document.body.append(document.createElement('img'), document.createElement('button'));
    });
    const found = await graveFindings(page);
    assert.deepEqual(
      found.map((each) => each.slice(0, each.indexOf(' '))),
      ['button-name', 'image-alt'],
    );
    assert.deepEqual(await page.evaluate(coveredControls), []);
    await page.evaluate(() => {
      const lid = document.createElement('div');
      lid.style.cssText = 'position: fixed; inset: 0';
      document.body.append(lid);
    });
    assert.ok((await page.evaluate(coveredControls)).length > 0);
  });

  for (const [name, [show, reach, stays]] of Object.entries(states))
    it(`finds nothing serious in ${name}`, async () => {
      const opened = await emptyPage(show);
      if (stays !== undefined) kept.delete(show);
      await reach(opened);
      for (const [theme, { bodyClass }] of Object.entries(themes)) {
        await wear(opened.page, themes[theme as ThemeName]);
        await opened.page.setViewportSize(sizes[bodyClass.includes('high-contrast') ? 'zoomed' : 'whole']);
        await expectAccessible(opened.page, `${name}, ${theme}`);
        // Of drawn names axe knows nothing.
        assert.deepEqual(await opened.page.evaluate(namesLikePaper), [], `${name}, ${theme}`);
        await becomes(() => opened.page.evaluate(coveredControls), []);
      }
      assert.deepEqual(opened.troubles, []);
    });
});
