/**
 * A small shop model, and the command line in a folder with it.
 */
import { aftermath, inFolder, type Outcome } from './command-line.ts';

export const shopModel = `event Order(n: 0..9)

machine Shop for pd {
  var last: 0..9 = 0
  initial state Idle {
    on Order(n) when n > 0 do { last := n  log "order \${n}" } -> Busy
    on Order
  }
  state Busy {
    defer Order
    after 1s -> Idle
  }
}

pd db runs Shop
pd web { needs db }

scenario "an order takes a second" {
  send Order(3) to db
  expect db in Busy
  within 5s expect db in Idle
}

scenario "it does not end well" {
  crash db
  expect web broken
  expect db alive
}

scenario "each of both" {
  for p in [db, web] {
    crash p
    expect p destroyed
  }
}

check "no order is lost" {
  may send Order(1) to db up to 2
  fault crash of db up to 1
  never db.last > 1
}
`;

/** The arguments that run its first scenario, or a random run. */
export const scenarioArguments = ['simulate', 'shop.aft', '--scenario', 'an order takes a second'] as const;
export const randomArguments = ['simulate', 'shop.aft', '--random'] as const;

/** Runs `aftermath` in the folder of the shop. */
export type RunInShop = (...args: readonly string[]) => Promise<Outcome>;

/** Runs `body` in a new folder with the shop and a model with an error. */
export const inShop = (body: (run: RunInShop, folder: string) => Promise<void>): Promise<void> =>
  inFolder({ 'shop.aft': shopModel, 'broken.aft': 'pd' }, (folder) =>
    body((...args) => aftermath(args, { folder }), folder),
  );
