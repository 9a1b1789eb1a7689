/**
 * Quint's side of the simulation suite: `quint run` with its TypeScript backend on the same rules. The time it reports
 * itself counts, so that its start and parsing do not.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Contender } from '../suite.ts';

const program = 'test/bench/peers/node_modules/@informalsystems/quint/dist/src/cli.js';
const run = promisify(execFile);

/** Takes as many walks of as many steps. */
export const measureQuint: Contender = async ({ walks, steps }) => {
  const options = [
    '--backend=typescript',
    `--max-samples=${walks}`,
    `--max-steps=${steps}`,
    '--invariant=safe',
    '--seed=0x1',
  ];
  const { stdout } = await run(process.execPath, [program, 'run', ...options, 'test/bench/simulation/region.qnt']);
  const [, took] = /No violation found \((\d+)ms/.exec(stdout) ?? [];
  if (took === undefined) throw new Error(`Quint says something else: ${stdout.slice(0, 500)}`);
  return { times: { walk: Number(took) }, answers: { steps: Number(walks) * Number(steps) } };
};
