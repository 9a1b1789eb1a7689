/** Instances of classes are exported as what their classes say, written out by hand; SPIN agrees about them. */
import assert from 'node:assert/strict';
import { exportPromela } from '../../../../language/src/simulation/promela/export-promela.ts';
import { programOf } from '../random-systems.ts';
import { compare } from './compared.ts';

const machine = `
event Ask
machine Handler for pd {
  param limit: 1..3 = 1
  var taken: 0..3 = 0
  initial state Idle { on Ask when taken < limit do { taken := taken + 1 } -> Busy  on Ask }
  state Busy { after 1s -> Idle  on Ask }
}
pd log
`;
const check = `
check "the limits" {
  may send Ask to a up to 2
  may send Ask to b.inner up to 3
  fault crash of a up to 1
  never a.taken > 1 or b.inner.taken > 2
  never log destroyed
}
`;
const withClasses = `${machine}
class Server for pd runs Handler { param limit: int = 1  needs log }
class Outer for pd { param most: int = 3  pd inner is Server { limit: most }  needs log }
pd a is Server
pd b is Outer { most: 2 }
${check}`;
const byHand = `${machine}
pd a : Server runs Handler { limit: 1  needs log }
pd b : Outer { data { most: 2 }  pd inner : Server runs Handler { limit: 2  needs log }  needs log }
${check}`;

describe('the export of instances of classes', () => {
  it('is that of what is written by hand, and SPIN finds the same states', async () => {
    const [program, other] = [await programOf(withClasses), await programOf(byHand)];
    const [first, second] = [program, other].map((each) => {
      const [only] = each.model.checks;
      assert.ok(only);
      const exported = exportPromela(each, only);
      if ('uncovered' in exported) assert.fail(JSON.stringify(exported));
      return { only, text: exported.value.text };
    });
    assert.ok(first && second);
    assert.equal(first.text, second.text);
    const { verdict, states } = (await compare(program, first.only)) as { verdict: string; states: number };
    assert.equal(verdict, 'holds');
    assert.ok(states > 100, String(states));
  });
});
