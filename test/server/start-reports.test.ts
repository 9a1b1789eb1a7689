/** The reports of a start and a recovery, as the editor asks for them. */
import assert from 'node:assert/strict';
import { loadModel } from '../../language/src/dsl/load.ts';
import { allSteps } from '../../language/src/model/all-steps.ts';
import type { PlanQuestion } from '../../language/src/view/report/question.ts';
import type { Report } from '../../language/src/view/report/report.ts';
import { planQuestion } from '../../client/webview/graph/plan-question.ts';
import { reportSteps } from '../../server/src/features/reports.ts';

const text = `node zone { node host { pd a } }
pd b { needs a }
pd c { needs 1 of a, b as soft }
space s { resource r }
pd server { manages s  holds s.* }
pd client { requests s  holds s.r }`;

async function reportOf(question: PlanQuestion): Promise<Report> {
  assert.ok(planQuestion(question));
  const loaded = await loadModel('test:/a.aft', () => Promise.resolve(text));
  const answer = allSteps(reportSteps(loaded, question));
  if (!('value' in answer)) assert.fail(JSON.stringify(answer));
  return answer.value;
}

const lines = ({ sections }: Report): string[] =>
  sections.flatMap((section) =>
    section.kind === 'list'
      ? [
          `# ${section.title}`,
          ...section.items.map(({ step, text: name, detail }) => `${step ?? ''} ${name}: ${detail ?? ''}`),
        ]
      : [],
  );

describe('the report of a start', () => {
  it('lists what starts in which layer, with what it waits for and why', async () => {
    const report = await reportOf({ kind: 'plan', end: 'start', of: 'c' });
    assert.equal(report.title, 'Plan for the start of c');
    assert.deepEqual(lines(report), [
      '# Started, in order (same number: in parallel)',
      '1 zone: node',
      '2 zone.host: node, after zone',
      '3 zone.host.a: pd, after zone.host',
      '4 c: pd, after zone.host.a',
    ]);
    const section = report.sections.find(({ kind }) => kind === 'list');
    assert.ok(section?.kind === 'list');
    assert.deepEqual(section.items[3]?.because.map((each) => each.text), ['"c" needs "zone.host.a" as soft']); // oxfmt-ignore
  });

  it('covers everything without a name', async () => {
    const { title, about } = await reportOf({ kind: 'plan', end: 'start', of: '' });
    assert.deepEqual([title, about], ['Plan for the start of everything', ['9 started in 4 layers.']]);
  });
});

describe('the report of a recovery', () => {
  it('lists what ends, what is restarted, and what each waits for', async () => {
    const report = await reportOf({ kind: 'plan', end: 'recover', of: 'zone', also: ['server'], policy: 'default' });
    assert.equal(report.title, 'Plan for the recovery from the crash of zone, server');
    const said = lines(report);
    assert.deepEqual(said.slice(said.indexOf('# Restarted too: these have lost something')), [
      '# Restarted too: these have lost something',
      ' client: ',
      '# Actions, in order (same number: in parallel)',
      '1 zone: restart, with zone.host, zone.host.a',
      '1 server: restart, with s, s.r',
      '2 client: restart',
      '# What comes back, in order (same number: in parallel)',
      '1 zone: node',
      '1 server: pd',
      '2 zone.host: node, after zone',
      '2 s: space, after server',
      '3 zone.host.a: pd, after zone.host',
      '3 s.r: resource, after s',
      '4 client: pd, after s, s.r',
    ]);
  });
});
