/** The references of states that follow from one state are those of each. */
import assert from 'node:assert/strict';
import { referencesNow } from '../../../../language/src/simulation/kernel/lease/references.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { end } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { leaseText } from './lease-runs.ts';

describe('the references of a state', () => {
  it('are not those of another in which as much has ended, but something else', async () => {
    const program = compileModel(await modelOfText(`${leaseText({})} node x { object q  object r }`));
    const { run } = initial(program, { draw: seeded(1), tell: undefined, keepsHistory: false });
    const [x, q, r] = ['x', 'x.q', 'x.r'].map((name) =>
      program.model.entities.findIndex((entity) => entity.name === name),
    ) as [number, number, number];
    const leftWithout = (entity: number): readonly number[] => {
      const after = { ...run, state: copyOf(run.state) };
      end(after, entity, 0);
      return referencesNow(after).at(x);
    };
    assert.deepEqual([leftWithout(q), leftWithout(r)], [[r], [q]]);
  });
});
