import assert from 'node:assert/strict';
import { defaultPolicyOf } from '../../../language/src/analysis/facts/policies.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { required } from '../../../language/src/model/common/lookup.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { becomes } from '../../becomes.ts';
import { loadText } from '../../language/dsl/load-text.ts';
import { pagesOfSuite } from './graph-page.ts';

const text = `
event Save(by: pd)
event Saved
machine Worker for pd { initial state A { on Save(who) do { send Saved to who } } }
machine Boss for pd { param workers: set<pd>  initial state A { enter { for w in workers { send Save(self) to w } } on Saved } }
pd a runs Worker
pd boss runs Boss { workers: [a] }
protected pd db { }
pd api[3] { needs db }
pd lb { needs 2 of api[*] }
`;

async function graph() {
  const { model, sources } = await loadText(text);
  return graphView(model, sources);
}

describe('The lines of the graph page', () => {
  const open = pagesOfSuite();

  it('say why they are there, piece by piece, to those who click, point, or use the keyboard', async () => {
    const { page, send, last } = await open();
    await send({ type: 'graph', uri: 'file:///sample.aft', title: 'sample.aft', graph: await graph() });
    await page.waitForSelector('[data-layout="layered"] [data-edge="a|sends|boss"]');
    const hover = await page.locator('[data-edge="a|sends|boss"] title').textContent();
    assert.deepEqual(hover?.split('\n').slice(0, 2), [
      'a sends Saved to boss, which sends Save',
      '4: send Saved to who',
    ]);
    await page.locator('[data-node="a"]').focus();
    await page.keyboard.press('e');
    const reasons = page.locator('[data-because] button');
    await becomes(
      () => reasons.allTextContents(),
      ['send Saved to who line 4', 'send Save(self) to w line 5', 'boss { workers: [a] } line 7'],
    );
    await reasons.nth(1).click();
    const place = { type: 'because', text: 'send Save(self) to w', line: 4, character: 91 };
    await becomes(() => last('reveal'), { type: 'reveal', place, focus: true });
    const gate = page.locator('[data-kind="gate"]');
    assert.equal(await gate.locator('.number').textContent(), '2 of 3');
    await gate.click();
    await becomes(async () => (await reasons.allTextContents()).length, 3);
    await becomes(() => page.locator('.details h2').textContent(), / needs 2 of 3$/u);
    assert.equal(await page.locator('[data-node="db"] .badge-protected').count(), 1);
    await page.locator('[data-tool="legend"]').click();
    const marks = page.locator('[data-marks] li');
    await becomes(() => marks.allTextContents(), ['protected: its orderly end is refused']);
    const rows = (await page.locator('[data-legend] li').allTextContents()).map((row) => row.split(' ')[0]);
    assert.deepEqual(rows, ['pd', 'ngate', 'needs', 'sends', 'protected:']);
  });

  it('and entities can be supposed to be gone; a line above says what is, and leads back', async () => {
    const { page, send, last } = await open();
    const asked = { type: 'graph', uri: 'file:///sample.aft', title: 'sample.aft', graph: await graph() } as const;
    await send({ ...asked, supposed: null });
    await page.waitForSelector('[data-layout="layered"] [data-node="db"]');
    await page.locator('[data-node="db"]').click();
    await page.locator('.details [data-tool="whatIf"]').click();
    await becomes(() => last('suppose'), { type: 'suppose', without: 'db' });
    await page.locator('[data-node="api[1]"]').focus();
    await page.keyboard.press('e');
    await page.locator('.details [data-tool="whatIf"]').click();
    await becomes(() => last('suppose'), { type: 'suppose', without: 'api[1] needs db' });
    await send({ ...asked, supposed: 'Supposed: without db' });
    await becomes(() => page.locator('[data-supposed] strong').textContent(), 'Supposed: without db');
    await page.locator('[data-supposed] [data-tool="source"]').click();
    await becomes(() => last('applySupposed'), { type: 'applySupposed' });
    await page.locator('[data-supposed] [data-tool="close"]').click();
    await becomes(() => last('clearSupposed'), { type: 'clearSupposed' });
    // Where nothing can be supposed, nothing offers it.
    await send(asked);
    await page.locator('[data-supposed]').waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-tool="whatIf"]').count(), 0);
  });

  it('of a refused plan, and the line above, say what would end', async () => {
    const { page, send } = await open();
    const { model, sources } = await loadText(text);
    const db = required(model.entities.find(({ name }) => name === 'db')).id;
    const plan = planOf(model, { kind: 'destroy', targets: [db] }, defaultPolicyOf(model));
    const question = { kind: 'plan', end: 'destroy', of: 'db' } as const;
    await send({ type: 'graph', uri: 'file:///sample.aft', title: 'sample.aft', graph: await graph() });
    await send({ type: 'plan', plan: planOverlay(plan, { sources, question }) });
    await page.locator('.plan-line [data-refused]').waitFor();
    await becomes(() => page.locator('[data-count="destroyed"]').textContent(), /^\d+ would end$/);
    await becomes(() => page.locator('.announcements').innerText(), /would end/);
  });

  it('lead where the panel says, else where the view or the setting says', async () => {
    const { page, send } = await open({ size: { width: 1500, height: 900 } });
    await send({ type: 'limits', layoutTimeout: 60_000, groupAbove: 60, arrangement: { direction: 'left' } });
    const views = [{ title: 'upwards', shown: ['lb', 'api[0]', 'db'], closed: [], direction: 'up' as const }];
    await send({ type: 'graph', uri: 'file:///a.aft', title: 'a.aft', graph: { ...(await graph()), views } });
    const centreOf = async (id: string) => {
      const box = await page.locator(`[data-node="${id}"] .shape`).boundingBox();
      assert.ok(box !== null);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const leads = async (): Promise<string> => {
      const [from, to] = [await centreOf('api[0]'), await centreOf('db')];
      const [x, y] = [to.x - from.x, to.y - from.y];
      return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'right' : 'left') : y > 0 ? 'down' : 'up';
    };
    await page.locator('[data-node="db"]').waitFor();
    await becomes(leads, 'left');
    await page.locator('[data-named-view]').selectOption('upwards');
    await becomes(leads, 'up');
    await page.locator('[data-tool="view"]').click();
    await page.locator('[data-arrangement="direction"]').selectOption('down');
    await becomes(leads, 'down');
    await page.locator('[data-arrangement="routing"]').selectOption('straight');
    const corners = async () =>
      (await page.locator('[data-edge="api[0]|needs|db"] .line').getAttribute('d'))?.includes('Q');
    await becomes(corners, false);
  });
});
