/**
 * Models for tests of the simulator over streams, and a server that has them open.
 */
import { readFile } from 'node:fs/promises';
import { startClientHere, type LanguageClient } from './language-client.ts';

export const store = 'file:///examples/kv-store.aft';
export const machine = 'file:///examples/machine.aft';
/** A small model with a scenario that passes, one that fails, and one with two runs. */
export const small = 'file:///small.aft';
/** The same with an error in its last line. */
export const broken = 'file:///broken.aft';

const smallText = `space disk : block { resource block1 }
pd server { manages disk holds disk.* }
pd app { requests disk holds disk.block1 }

scenario "all is well" {
  expect app alive
}
scenario "fails" {
  crash server
  expect disk.block1 alive
  expect app degraded
}
scenario "in turn" {
  for p in [server, app] {
    crash p
    expect server alive
  }
}
`;

/** Returns a model with a scenario "a long time" of this many steps. */
export const clockText = (ticks: number): string => `machine Clock for pd {
  param period: duration = 1s
  var count: int = 0
  initial state Tick { after period do { count := count + 1 } -> Tick }
}
pd clock runs Clock
scenario "a long time" { run ${String(ticks)}s expect clock.count == ${String(ticks)} }
`;

/** Returns the text of an example. */
export const example = (name: string): Promise<string> =>
  readFile(new URL(`../../language/examples/${name}`, import.meta.url), 'utf8');

/** Starts a server, by default in this process, and opens all of these. */
export async function startWithSamples(
  start: () => Promise<LanguageClient> = startClientHere,
): Promise<LanguageClient> {
  const client = await start();
  await client.open(store, await example('kv-store.aft'));
  await client.open(machine, await example('machine.aft'));
  await client.open(small, smallText, 3);
  await client.open(broken, `${smallText}pd other { holds nowhere }`);
  return client;
}
