/** Bounded pieces of work: whatever a run, a check or an export computes at once is counted and limited. */
import assert from 'node:assert/strict';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import type { Engine } from '../../../../language/src/simulation/explore/explore-rules.ts';
import { compileRules } from '../../../../language/src/simulation/compiled/compiled-rules.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import {
  asPiece,
  withinOneBudget,
  mostWork,
  spend,
  workDone,
} from '../../../../language/src/simulation/values/work.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { loadText } from '../../dsl/load-text.ts';

const nested = (depth: number, level: (inner: string) => string): string =>
  depth === 0 ? 'x' : level(nested(depth - 1, level));

/** Conditions on `x`, a number from 0 to 7, that are short as they stand and long when they are written out. */
const conditions: Readonly<Record<string, string>> = {
  'remainders within, 18 deep': `${nested(18, (inner) => `x % (${inner} + 1)`)} > 0`,
  'remainders of remainders, 18 deep': `${nested(18, (inner) => `(${inner} - 9) % (x + 1)`)} > 0`,
  'remainders of what varies, 18 deep': `${nested(18, (inner) => `(${inner} - x) % (x + 1)`)} > 0`,
  'quantifiers that compare nothing':
    'all a in 0..200: all b in 0..200: all c in 0..200: all d in 0..200: a + b + c + d >= 0',
  'quantifiers in quantifiers': 'all a in 0..200: all b in 0..200: all c in 0..200: a + b + c >= x',
  'counts of counts': '(count a in 0..200: (count b in 0..200: (count c in 0..200: a + b + c > x) > x) > x) > x',
};

const textOf = (condition: string): string => `event E
machine M for pd {
  var x: 0..7 = 7
  ${Array.from({ length: 40 }, (_, index) => `let l${String(index + 1)} = l${String(index)} + l${String(index)}`).join('\n  ')}
  let l0 = x
  initial state A { on E when ${condition} do { x := (x + 1) % 8 } -> A }
}
pd p runs M
check "of a guard" { may send E to p  never p.x == 6 }
check "of a property" { may send E to p  never ${condition.replaceAll(/\bx\b/g, 'p.x')} }
check "of a let" { may send E to p  never p.l40 == 3 }
`;

/** Explores a check, and looks how much was done between two askings. */
function explored(program: Program, check: Check, engine: Engine | undefined): void {
  let before = workDone();
  const exploring = exploreCheck(program, check, { engine });
  for (let next = exploring.next(); ; next = exploring.next()) {
    assert.ok(workDone() - before <= 8 * mostWork, `${check.title}: ${String(workDone() - before)}`);
    before = workDone();
    if (next.done !== true) continue;
    for (const { code, place } of next.value.broken) if (code !== undefined) assert.ok(place !== undefined, code);
    return;
  }
}

/** Whether the compiler takes the rules of a check, for which it does little work at once. */
function isCompiled(program: Program, check: Check): boolean {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const before = workDone();
  const compiled = compileRules(run, check, runText);
  assert.ok(workDone() - before <= 8 * mostWork, check.title);
  return !('needs' in compiled);
}

describe('a check', () => {
  for (const [what, condition] of Object.entries(conditions)) {
    it(`is judged, or refused at its line, with little work between two askings: ${what}`, async () => {
      const { model, findings } = await loadText(textOf(condition));
      assert.deepEqual(findings, []);
      const program = compileModel(model);
      for (const check of model.checks) {
        // The same whatever the condition is.
        if (check.title === 'of a let' && condition !== Object.values(conditions)[0]) continue;
        explored(program, check, undefined);
        // What is not compiled is explored as above; one check shows that it is.
        if (check.title === 'of a property' || isCompiled(program, check)) explored(program, check, { runText });
        const before = workDone();
        const exported = exportPromela(program, check);
        assert.ok(workDone() - before <= 8 * mostWork);
        if ('value' in exported) assert.ok(exported.value.text.length < 10_000_000);
      }
    });
  }

  it('that asks a let that doubles forty times breaks with run/work', async () => {
    const { model } = await loadText(textOf('x > 1'));
    const check = model.checks.find(({ title }) => title === 'of a let');
    assert.ok(check);
    const exploring = exploreCheck(compileModel(model), check, {});
    let next = exploring.next();
    while (next.done !== true) next = exploring.next();
    assert.deepEqual(
      next.value.broken.map(({ code }) => code),
      ['run/work'],
    );
  });
});

describe('a piece of work', () => {
  const tooMuch = (error: unknown): boolean => error instanceof RunError && error.code === 'run/work';

  it('may be as large as the limit, and no larger', () => {
    withinOneBudget(() => {
      spend(mostWork);
    });
    assert.throws(() => {
      withinOneBudget(() => {
        spend(mostWork + 1);
      });
    }, tooMuch);
  });

  it('includes everything done within it', () => {
    const part = asPiece((amount: number) => {
      spend(amount);
    });
    part(mostWork);
    assert.throws(() => {
      withinOneBudget(() => {
        part(mostWork);
        part(1);
      });
    }, tooMuch);
    // What comes after one that failed begins again.
    part(mostWork);
  });

  it('is the only thing that is counted', () => {
    spend(10 * mostWork);
  });
});
