/**
 * Nothing happens between the creation of an entity and its first step: no message goes unhandled, and no fault occurs.
 */
import assert from 'node:assert/strict';
import { exploreText, replayed } from './explored.ts';

/** Takes `Go` in any state that it is in once it has begun. */
const taker = `event Go
event Make
machine Taker for pd {
  var heard: bool = false
  initial state Up {
    on restarted do { heard := true }
    on Go
  }
}
/** Sends twice, at any times. */
machine Sender for pd {
  initial state First { after 1s do { send Go to TARGET } -> Second }
  state Second { after 1s do { send Go to TARGET } -> Done }
  final state Done
}
machine Idle for pd { initial state I }
`;

interface Case {
  readonly what: string;
  readonly declared: string;
  readonly target: string;
  readonly members: string;
}

const cases: readonly Case[] = [
  { what: 'a restart', declared: 'pd p runs Taker', target: 'p', members: 'fault crash of p up to 2' },
  {
    what: 'a restart of a host',
    declared: 'pd host runs Idle { pd child runs Taker { pd inner runs Taker } }',
    target: 'host.child.inner',
    members: 'fault crash of host up to 1  fault crash of host.child up to 1',
  },
  {
    what: 'a creation by the environment',
    declared: 'absent pd p runs Taker',
    target: 'p',
    members: 'may create p  fault crash of p up to 1',
  },
  {
    what: 'a creation by a machine',
    declared: `absent pd p runs Taker
machine Maker for pd { initial state M { on Make do { create p  send Go to p } -> Made } state Made { on Make } }
pd maker runs Maker`,
    target: 'p',
    members: 'may send Make to maker  fault reorder up to 1  fault duplicate up to 1',
  },
  {
    what: 'a restart by the environment',
    declared: 'pd p runs Taker',
    target: 'p',
    members: 'may crash p up to 1  may restart p up to 1  fault lose up to 1',
  },
  {
    what: 'a restart on a node that is paused',
    declared: 'node n { pd p runs Taker }\npd outer runs Idle',
    target: 'n.p',
    members: 'fault crash of n.p up to 1  may set n.paused = true up to 1  may set n.paused = false up to 1',
  },
  {
    what: 'a restart of a node',
    declared: 'node n { pd p runs Taker }',
    target: 'n.p',
    members: 'may crash n up to 1  may restart n up to 1',
  },
];

const textOf = ({ declared, target, members }: Case, clock: string, asked: string): string =>
  `${taker.replaceAll('TARGET', target)}${declared}
pd sender runs Sender
check "it" { clock: ${clock}  ${clock === 'exact' ? 'horizon: 3s' : ''}  ${members}  ${asked} }`;

describe('what is created or restarted', () => {
  for (const each of cases) {
    for (const clock of ['any', 'exact']) {
      it(`is in its first state before anything else happens: ${each.what}, with clock ${clock}`, async () => {
        const [{ verdict, exploration } = assert.fail()] = await exploreText(textOf(each, clock, 'watch: [unhandled]'));
        assert.deepEqual([verdict === 'passed' || verdict === 'bounded', exploration.broken], [true, []]);
        // Where it ignores the event no more, one that comes after its beginning is found.
        const deaf = textOf(each, clock, 'watch: [unhandled]').replace('    on Go\n', '');
        const [found = assert.fail()] = await exploreText(deaf);
        assert.equal(found.verdict, 'failed');
        replayed(found);
      });
    }
  }

  it('takes "restarted" first, whatever the order of everything else', async () => {
    const told = textOf(cases[0] ?? assert.fail(), 'any', 'never p.late').replace(
      'on Go',
      'on Go when not heard and lives > 1 do { late := true }\n    on Go',
    );
    const text = told.replace(
      'var heard',
      'persistent var lives: 0..3 = 0\n  persistent var late: bool = false\n  var heard',
    );
    const counted = text.replace('initial state Up {', 'initial state Up {\n    enter { lives := lives + 1 }');
    const [{ verdict } = assert.fail()] = await exploreText(counted);
    assert.equal(verdict, 'passed');
    // Without the handler it is not told, which is found.
    const [untold = assert.fail()] = await exploreText(counted.replace('on restarted do { heard := true }', ''));
    assert.equal(untold.verdict, 'failed');
  });
});
