/** Cached steps lead to the same states as the kernel, which computes each of them. */
import assert from 'node:assert/strict';
import { modelOfText } from '../../dsl/load-text.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { toTheEnd } from './explored.ts';

describe('a step that is remembered', () => {
  it('cancels the delayed deletion of an object that is deleted earlier', async () => {
    const model = await modelOfText(`root object owner { owns part }
object part { finalizers: [hold] }
pd operator
check "c" {
  may delete owner background up to 1
  may delete part background up to 1
  eventually operator crashed
}`);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    const [remembered, stepped] = [true, false].map((remembers) => toTheEnd(program, check, { remembers }).states);
    assert.deepEqual([remembered, stepped], [5, 5]);
  });

  it('fails for want of room where the kernel does, whatever else is under way', async () => {
    const model = await modelOfText(`event E
event F
machine M for pd {
  on E do { for i in 0..3999 { send F to self  send F to self } }
  initial state A { after 1ms }
}
pd p runs M
check "c" { may send E to p  never p crashed }`);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    const limits = { states: 50, symmetry: false, reduces: false };
    const [remembered, stepped] = [true, false].map(
      (remembers) => toTheEnd(program, check, { ...limits, remembers }).broken,
    );
    assert.deepEqual(remembered, stepped);
    assert.deepEqual(
      remembered?.map(({ code, counterexample: { steps } }) => [code, steps]),
      [['run/endless', 3]],
    );
  });
});
