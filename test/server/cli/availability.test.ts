/** `aftermath availability`: the numbers of each goal, what is not known and why, the JSON, wrong use. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const pair = 'pd a[2] { mttf: 100h  mttr: 2h }\npd site { needs 1 of a[*] }\n';

describe('aftermath availability', () => {
  it('prints the numbers of each goal', async () => {
    const { code, output, notes } = await aftermath(['availability', '-', '--within', '10h'], { input: pair });
    assert.deepEqual([code, notes], [0, '']);
    // (3 / 100 + 1 / 2) / (2 / 100^2) = 2650 hours; both are down for 1 / 51^2 of the time. The last number is that of the
    // closed form with the roots -0.000377619 and -0.529622 per hour.
    assert.equal(
      output,
      `Availability under the policy default (PD depth 0, space depth 0)
in <stdin>

site needs 1 of a[0], a[1]
  availability                       99.9616 %
  unavailability                     0.000384468, 3.36794 h a year
  mean time to failure (MTTF)        110.417 days
  mean time between failures (MTBF)  108.375 days
  mean downtime                      1.00000 h
  fails within 10h                   0.00306190
`,
    );
  });

  it('prints the same as JSON, and an infinite time as none', async () => {
    const { code, output } = await aftermath(['availability', '-', '--within', '10h', '--json'], { input: pair });
    const { goals, within } = parsed(output);
    const [goal] = goals as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([code, within], [0, 36_000_000]);
    assert.deepEqual([goal?.pds, goal?.least, goal?.states, goal?.neverFails], [['site'], 1, 2, false]);
    assert.ok(Math.abs(Number(goal?.mttf) - 2650 * 3_600_000) < 1);
    const input = 'pd a { mttf: 1h }\npd b\npd site { needs 1 of a, b }\n';
    const never = parsed((await aftermath(['availability', '-', '--json'], { input })).output).goals;
    const [one] = never as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([one?.unavailability, one?.mttf, one?.neverFails, one?.unrated], [undefined, undefined, false, ['b']]); // oxfmt-ignore
  });

  it('says what is not known', async () => {
    const input = 'pd a { probability: 0.1 }\npd b\nabsent pd c\npd s { needs 2 of a, b }\npd t { needs c }\n';
    const { output } = await aftermath(['availability', '-'], { input });
    assert.match(output, /\n {2}availability +90\.00 %\n/);
    assert.match(output, /\n {2}No times are known: a sets a probability, but no mttf\.\n/);
    assert.match(output, /\n {2}Without mttf or probability, so counted as never failing: b\.\n/);
    assert.match(output, /\nt needs c\n {2}fails before anything crashes\n/);
    const spares = ['pd b', 'pd b { mttf: if a alive then 1h else 2h }'];
    for (const spare of spares) {
      const never = await aftermath(['availability', '-'], {
        input: `pd a { mttf: 1h }\n${spare}\npd s { needs 1 of a, b }\n`,
      });
      assert.match(never.output, /\n {2}Not known: before a run, .* these fail \(mttf or probability\): b\.\n$/);
      assert.doesNotMatch(never.output, /100 %|infinite/);
    }
    const many = Array.from({ length: 16 }, (_, n) => `pd u${n} { mttf: ${n + 1}h  mttr: 1h }`).join('\n');
    const names = Array.from({ length: 16 }, (_, n) => `u${n}`).join(', ');
    const large = await aftermath(['availability', '-'], { input: `${many}\npd s { needs 1 of ${names} }\n` });
    assert.match(large.output, /\n {2}mean time between failures \(MTBF\) .*years\n/);
    assert.match(large.output, /\n {2}The MTTF is not computed: more than 20,000 states until the first failure\.\n/);
  });

  it('takes a goal, and refuses a time that is none', async () => {
    const two = `${pair}pd other { needs a[0] }\n`;
    const { output } = await aftermath(['availability', '-', '--goal', 'other'], { input: two });
    assert.match(output, /\nother needs a\[0\]\n/);
    assert.doesNotMatch(output, /site/);
    const { code, notes } = await aftermath(['availability', '-', '--within', 'soon'], { input: pair });
    assert.equal(code, 2);
    assert.match(notes, /"--within" takes a time such as 30s or 10m; "soon" is not one/);
  });
});
