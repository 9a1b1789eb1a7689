/** A machine still references its deferred events: while one waits, it keeps the objects in it alive. */
import { assertPasses } from '../run-scenarios.ts';

const waiting = `event Keep(thing: object)
event Open
event Forget
machine Keeper {
  initial state Closed {
    defer Keep
    on Open -> Opened
    on Forget -> Deaf
  }
  state Opened {
    on Keep(thing)
    on Open
    on Forget
  }
  state Deaf {
    on Open
    on Forget
  }
}
object thing { object inner }
`;

describe('a message that is deferred', () => {
  it('keeps what it names, for as long as its machine keeps it', async () => {
    await assertPasses(`${waiting}
pd keeper runs Keeper
scenario "until it is taken" {
  send Keep(thing) to keeper
  expect reachable(thing.inner)
  collect
  expect thing, thing.inner alive
  send Open to keeper
  expect not reachable(thing)
  collect
  expect thing, thing.inner destroyed
}
scenario "until it is dropped" {
  send Keep(thing) to keeper
  expect reachable(thing)
  send Forget to keeper
  expect not reachable(thing)
}
scenario "until its machine ends" {
  send Keep(thing) to keeper
  destroy keeper
  expect not reachable(thing)
}`);
  });

  it('keeps nothing by itself: only what is reached keeps what waits for it', async () => {
    await assertPasses(`${waiting}
object box runs Keeper
scenario "a box that nobody refers to" {
  send Keep(thing) to box
  expect not reachable(thing)
  collect
  expect box, thing destroyed
}`);
  });

  it('keeps nothing where only what is declared or linked counts, nor does one in flight', async () => {
    await assertPasses(`${waiting}
channel net { delay: 1s }
machine Sender { param to: pd  event Go  initial state Only { on Go do { send Keep(thing) to to } } }
pd keeper runs Keeper
pd sender runs Sender { to: keeper }
scenario "in flight" {
  send Go to sender
  collect before
  expect thing destroyed
}
scenario "in flight, after a deployment" {
  send Go to sender
  collect after
  expect thing destroyed
}
scenario "deferred" {
  send Keep(thing) to keeper
  collect after
  expect thing destroyed
}`);
  });

  it('has a node send keepalives for what it names', async () => {
    await assertPasses(`${waiting.replace(/object thing.*/, '')}
channel net { delay: 100ms }
collector lease { duration: 20s  period: 6s  sweep: 1s }
node x { object far }
node y { pd keeper runs Keeper }
scenario "until it is taken" {
  send Keep(x.far) to y.keeper
  at 60s expect x.far alive
  send Open to y.keeper
  within 22s expect x.far destroyed
}`);
  });
});
