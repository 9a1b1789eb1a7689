/** A log against a model in the real VS Code: the lines stand beside the steps of the run that explains them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drive, type Drive, photograph } from './drive.ts';
import { frameWith } from './frames.ts';

const model = `space disk : block { resource block1 }
pd server { manages disk holds disk.* }
pd app { requests disk holds disk.block1 }
`;
const log = `{"time":1,"what":"crash","who":"server"}
{"time":2,"what":"end","who":"disk"}
{"time":3,"what":"end","who":"app"}
`;
const mapping = {
  lines: [
    { where: { what: 'crash' }, is: 'fault', entity: '{who}', name: 'crash' },
    { where: { what: 'end' }, is: 'end', entity: '{who}' },
  ],
};

describe('a log in the real VS Code', () => {
  let vsCode: Drive | undefined;

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'small.aft'), model);
        writeFileSync(join(workspace, 'today.jsonl'), log);
        writeFileSync(join(workspace, '.aftermath-log.json'), JSON.stringify(mapping));
      },
    });
    await vsCode.workbench.openFile('small.aft');
  });
  after(() => vsCode?.stop());

  it('compares a log with the model: its lines are beside the steps, and the first misfit is reported', async () => {
    if (vsCode === undefined) throw new Error('VS Code did not start.');
    const { workbench, workspace } = vsCode;
    const { page } = workbench;
    await workbench.runCommand('Aftermath: Compare with a Log…');
    await page.locator('.quick-input-widget:visible', { hasText: 'Compare with a log' }).waitFor();
    await workbench.fillInput(join(workspace, 'today.jsonl'));
    const shown = await frameWith(page, '[data-trace="trace"]');
    await shown
      .locator('[data-step="1"] .step-lines', { hasText: '2: {"time":2,"what":"end","who":"disk"}' })
      .waitFor();
    const told = page.locator('.notification-list-item', { hasText: 'Line 3 is not explained: app is destroyed' });
    await told.waitFor();
    await photograph(workbench, 'compared-log');
    await told.getByText('Show Line').click();
    await page.locator('.tab.active', { hasText: 'today.jsonl' }).waitFor();
  });
});
