/**
 * axe finds nothing serious in any state of any page, in any kind of theme. A first test proves that it finds a seeded
 * problem.
 */
import assert from 'node:assert/strict';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { planReportSteps } from '../../../language/src/view/report/plan.ts';
import { expectAccessible, graveFindings } from '../../e2e/axe.ts';
import { everything, keyValueStore } from '../../language/view/sample-model.ts';
import { graphOf, pagesOfSuite, type GraphPage, type OpenOptions } from './graph-page.ts';
import { drawMachine, sampleRun } from './machine/sample-chart.ts';
import { matrixMessage, reportMessage } from './report/sample-report.ts';
import { comparison } from './sample-comparison.ts';
import { themes } from './themes.ts';
import { rowsMessage, runMessage, stepMessage } from './trace/sample-trace.ts';

/** How a state of a page is reached. */
type State = readonly [show: OpenOptions['show'], reach: (opened: GraphPage) => Promise<void>];

const crash = { kind: 'plan', end: 'crash', of: 'blockServer1' } as const;
const built = keyValueStore();
const { model, sources } = built;
const plan = planOf(
  model,
  { kind: 'crash', targets: [model.entities.find(({ name }) => name === crash.of)?.id ?? 0] },
  defaultPolicyOf(model),
);

const states: Readonly<Record<string, State>> = {
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
  ],
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
  'a report that comes': ['report', ({ page }) => page.locator('[data-notice="busy"]').waitFor()],
  'a report that failed': [
    'report',
    async ({ sendRaw, page }) => {
      await sendRaw({ type: 'failed', message: 'No.' });
      await page.locator('[data-notice="failed"]').waitFor();
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
  ],
  'a machine as tables': [
    'machine',
    async ({ sendRaw, page }) => {
      await drawMachine(sendRaw, page);
      await page.locator('[data-tool="table"]').click();
      await page.locator('[data-table="states"]').waitFor();
    },
  ],
  'a machine that is gone': [
    'machine',
    async ({ sendRaw, page }) => {
      await sendRaw({ type: 'missing', machine: 'Worker' });
      await page.locator('[data-notice="missing"]').waitFor();
    },
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

describe('axe', () => {
  const openPage = pagesOfSuite();

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
  });

  for (const [name, [show, reach]] of Object.entries(states))
    it(`finds nothing serious in ${name}`, async () => {
      const opened = await openPage({ ...(show !== undefined && { show }) });
      await reach(opened);
      for (const [theme, { bodyClass, variables }] of Object.entries(themes)) {
        await opened.page.evaluate(
          ([className, values]) => {
            document.body.className = className;
            document.documentElement.removeAttribute('style');
            for (const [key, value] of Object.entries(values)) document.documentElement.style.setProperty(key, value);
          },
          [bodyClass, variables] as const,
        );
        await expectAccessible(opened.page, `${name}, ${theme}`);
      }
    });
});
