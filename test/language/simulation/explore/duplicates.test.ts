/**
 * A duplicate of a message is directly after it: on an ordered channel neither overtakes another message or is
 * overtaken.
 */
import assert from 'node:assert/strict';
import { exploreText, replayed } from './explored.ts';

async function verdicts(text: string): Promise<string[]> {
  const explored = await exploreText(text);
  for (const each of explored) {
    replayed(each);
    assert.deepEqual(each.exploration.unexplored, [], each.check.title);
  }
  return explored.map(({ verdict }) => verdict);
}

const numbers = (channel: string, check: string): string => `${channel}
event M(n: 0..2)
machine A for pd {
  initial state I {
    enter { send M(0) to b }
    after 5s do { send M(1) to b } -> J
  }
  state J { after 5s do { send M(2) to b } -> K }
  final state K
}
machine B for pd {
  var last: 0..2 = 0
  var back: bool = false
  var twice: bool = false
  persistent var count: 0..9 = 0
  initial state Idle {
    on M(n) do {
      if n < last { back := true }
      if n == 1 and last == 1 { twice := true }
      last := n
      count := (count + 1) % 10
    }
  }
}
pd a runs A
pd b runs B
check "it" { ${check} }`;

const ordered = 'channel net { delay: 1ms }';

describe('a duplicate', () => {
  for (const clock of ['any', 'exact']) {
    it(`overtakes nothing where order is kept, with clock ${clock}`, async () => {
      const members = `clock: ${clock}  fault duplicate up to 2`;
      assert.deepEqual(await verdicts(numbers(ordered, `${members}  never b.back`)), ['passed']);
      assert.deepEqual(await verdicts(numbers('', `${members}  never b.back`)), ['passed']);
      // It is there, once for each fault, also of what is a copy already, or loses its original.
      assert.deepEqual(await verdicts(numbers(ordered, `${members}  never b.twice`)), ['failed']);
      assert.deepEqual(await verdicts(numbers(ordered, `${members}  never b.count == 5`)), ['failed']);
      assert.deepEqual(await verdicts(numbers(ordered, `${members}  always b.count < 6`)), ['passed']);
      const lost = `${members}  fault lose up to 1`;
      assert.deepEqual(await verdicts(numbers(ordered, `${lost}  never b.twice and b.count == 4`)), ['failed']);
      assert.deepEqual(await verdicts(numbers(ordered, `${lost}  never b.back`)), ['passed']);
    });

    it(`may be overtaken where no order is kept, and where one overtakes others, with clock ${clock}`, async () => {
      const unordered = 'channel net { delay: 1ms..6s  ordered: false }'.replace('6s', clock === 'any' ? '6s' : '3ms');
      const members = `clock: ${clock}  fault duplicate up to 1`;
      const late = numbers(unordered, `${members}  never b.back`).replace('after 5s', 'after 1ms');
      assert.deepEqual(await verdicts(late), ['failed']);
      const together = numbers(ordered, `${members}  fault reorder up to 1  never b.back`);
      assert.deepEqual(await verdicts(together.replace('after 5s', 'after 0s')), ['failed']);
      assert.deepEqual(await verdicts(together.replace('after 5s', 'after 0s').replace('fault reorder up to 1', '')), [
        'passed',
      ]);
    });
  }

  it('does no harm to an alternating bit that resends only when nothing answers', async () => {
    const text = `channel net { delay: 1ms }
event Msg(b: 0..1, d: 0..2)
event Ack(b: 0..1)
machine Sender for pd {
  var b: 0..1 = 0
  var d: 0..2 = 0
  var tries: 0..3 = 0
  initial state Send {
    enter { send Msg(b, d) to r }
    on Ack(x) when x == b do { b := 1 - b  d := (d + 1) % 3  tries := 0 } -> Send
    on Ack
    after 1s when tries < 2 do { tries := tries + 1 } -> Send
  }
}
machine Receiver for pd {
  var e: 0..1 = 0
  var expected: 0..2 = 0
  var wrong: bool = false
  initial state Recv {
    on Msg(x, d) do {
      if x == e { if d != expected { wrong := true }  e := 1 - e  expected := (expected + 1) % 3 }
      send Ack(x) to s
    }
  }
}
pd s runs Sender
pd r runs Receiver
check "in order" { fault lose up to 1  fault duplicate up to 1  never r.wrong }
check "out of order" fails { fault reorder up to 1  fault duplicate up to 1  never r.wrong }`;
    assert.deepEqual(await verdicts(text), ['passed', 'passed']);
  });
});
