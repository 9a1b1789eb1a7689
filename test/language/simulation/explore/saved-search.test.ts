/** Searches that are interrupted, saved and resumed: they find what they find without that. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { plainData, plainText } from '../../../../language/src/model/common/plain-text.ts';
import { decodeNumbers, encodeNumbers } from '../../../../language/src/simulation/explore/saved-numbers.ts';
import { lowered } from '../../dsl/load-text.ts';
import { toTheEnd } from './explored.ts';
import { exploreInterrupted } from './interrupted.ts';

const lamp = `event Press
machine Lamp for pd {
  var times: 0..5 = 0
  initial state Off { on Press when times < 5 do { times := times + 1 } -> On }
  state On { on Press -> Off  after 3s -> Off }
}
pd lamp runs Lamp
pd other[2] runs Lamp
`;
const feed = `event Go
machine Feeder for pd { initial state A { after 1s do { send Go to sink } -> A } }
machine Sink for pd { var got: bool = false  initial state A { on Go do { got := not got } } }
pd feeder runs Feeder
pd sink runs Sink
`;
const leased = `channel net { delay: 3ms }
collector lease { duration: 6ms  period: 3ms  sweep: 3ms  enter: transferred }
node x { object far { refers near }  object near  pd side }
node y { object back  pd main { refers far } }
`;

const models: Readonly<Record<string, string>> = {
  'copies and faults': `${lamp}check "it" { may send Press to lamp  may send Press to other[0] up to 2  fault crash of other[*] up to 1  never lamp.times == 5 and other[1] crashed }`,
  'a property of whole runs': `${lamp}check "it" { may send Press to lamp  may send Press to other[0] up to 2  lamp.times == 1 leads to lamp.times == 5 }`,
  'combinations, after plain steps': `${lamp}check "it" { for p in [lamp, other[0], other[1]] { send Press to p }  run 4s  may send Press to lamp up to 4  never lamp.times == 5 and other[0].times == 3 }`,
  'queues without end': `${feed}check "it" { never feeder crashed  sink.got leads to not sink.got }`,
  'a clock that is exact': `${lamp}check "it" { clock: exact  horizon: 12s  may send Press to lamp up to 3  fault crash of lamp up to 2  never other[0].times > 0 }`,
  'keepalive collection': `${leased}check "it" { horizon: 12ms  fault lose up to 1  never near destroyed }`,
};

describe('a search that is saved and resumed', () => {
  for (const [name, text] of Object.entries(models)) {
    it(`finds the same: ${name}`, async () => {
      const model = await lowered(text);
      const [check] = model.checks;
      assert.ok(check);
      const limits = { pace: 3, remembers: !name.startsWith('combinations') };
      const whole = toTheEnd(compileModel(model), check, limits);
      // To read what was saved takes some of them.
      const { exploration, saved } = exploreInterrupted(model, check, limits, [3, 20, 30]);
      assert.ok(saved > 1, `It was saved ${saved} times.`);
      assert.deepEqual({ ...exploration, bytes: 0 }, { ...whole, bytes: 0 });
    });
  }

  it('finds the same wherever it is interrupted, also before a state outside a bound', async () => {
    const text = `${lamp}check "it" { bound lamp.times + other[0].times <= 2  may send Press to lamp  may send Press to other[0]  never other[1] crashed }`;
    const model = await lowered(text);
    const [check] = model.checks;
    assert.ok(check);
    const limits = { pace: 1 };
    const whole = toTheEnd(compileModel(model), check, limits);
    for (let pause = 0; pause < 16; pause++) {
      const { exploration, saved } = exploreInterrupted(model, check, limits, [pause]);
      assert.deepEqual({ ...exploration, bytes: 0 }, { ...whole, bytes: 0 });
      assert.ok(saved === 1 || pause > 10, `It was saved ${saved} times.`);
    }
  });

  it('is not saved while plain steps are under way, nor of another check', async () => {
    const text = `${lamp}check "it" { send Press to lamp  run 4s  may send Press to lamp  never lamp crashed }`;
    const model = await lowered(text);
    const [check] = model.checks;
    assert.ok(check);
    const { saved, refusals } = exploreInterrupted(model, check, { pace: 1 }, [0]);
    assert.deepEqual([saved, refusals], [0, ['the plain steps of the check, which are not saved, are not over']]);
  });
});

describe('plain data', () => {
  it('is the same after it was written and read', () => {
    const numbers = fc.oneof(fc.integer(), fc.double());
    const { data } = fc.letrec<{ data: unknown }>((tie) => ({
      data: fc.oneof(
        { depthSize: 'small' },
        ...[numbers, fc.string(), fc.boolean(), fc.constantFrom(null, undefined), fc.uint8Array(), fc.int32Array()],
        fc.array(tie('data'), { maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(), tie('data')), { maxLength: 3 }).map((all) => new Map(all)),
        fc.array(tie('data'), { maxLength: 3 }).map((all) => new Set(all)),
        fc.dictionary(
          fc.string().filter((key) => key !== '$'),
          tie('data'),
          { maxKeys: 3, noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(data, (each) => {
        assert.deepStrictEqual(plainData(plainText(each)), each);
      }),
    );
  });

  it('is the same in rows of numbers', () => {
    const rows = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 })), { maxLength: 40 * width }).map((all) => ({
        width,
        all: all.slice(0, all.length - (all.length % width)),
      })),
    );
    fc.assert(
      fc.property(rows, ({ width, all }) => {
        const size = (): number => all.length / width;
        const pieces = [...encodeNumbers({ width, size, at: (row, column) => all[row * width + column] ?? 0 })];
        const read = [...decodeNumbers(size(), width, pieces.values())].flatMap((each) => [...each]);
        assert.deepEqual(read, all);
      }),
    );
  });
});
