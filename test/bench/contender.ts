/**
 * The process of one contender: loads it, reports ready, and takes a turn for each input it receives. A turn is as many
 * runs as fit into a quarter of a second, at least one, because a run of a few milliseconds measures other work of the
 * machine more than itself. The memory of the previous turn is released first.
 */
import { suites } from './suites.ts';
import type { Input, Measurement } from './suite.ts';

/** A message of the process. */
export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'measured'; readonly runs: readonly Measurement[]; readonly peakMegabytes: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Milliseconds. */
const turn = 250;

const [suite = '', name = ''] = process.argv.slice(2);

try {
  const contender = await (await suites[suite]?.())?.contenders[name]?.();
  if (contender === undefined) throw new Error(`There is no contender "${name}" in the suite "${suite}".`);
  process.on('message', (input: Input) => {
    void measured(() => contender(input)).then(send);
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', reason: reasonOf(error) });
}

async function measured(run: () => Measurement | Promise<Measurement>): Promise<Message> {
  try {
    globalThis.gc?.();
    const runs: Measurement[] = [];
    const start = performance.now();
    do runs.push(await run());
    while (performance.now() - start < turn);
    return { kind: 'measured', runs, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function send(message: Message): void {
  process.send?.(message);
}
