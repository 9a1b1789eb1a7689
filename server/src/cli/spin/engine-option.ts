/**
 * The options that choose the engine of `aftermath verify`.
 */
import { execFile } from 'node:child_process';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { readMemory } from '../input/size-options.ts';

/** The options that choose the engine. */
export const engineOptions = {
  engine: { value: 'NAME', summary: '"spin" has SPIN search, and replays its runs (default "aftermath")' },
  swarm: { value: 'N', summary: 'spin: N bit-state searches, each in another order' },
} as const satisfies Readonly<Record<string, Option>>;

/** The engine that explores checks. */
export interface ChosenEngine {
  readonly name: 'aftermath' | 'spin';
  /** The number of members of a swarm; undefined for one search that keeps whole states. */
  readonly members: number | undefined;
  /** The most bytes of a member of a swarm. */
  readonly memberBytes: number;
}

/** The bytes of a member if `--memory` does not say. */
const usualMemberBytes = 2 ** 28;
const mostMembers = 100_000;

/** Reads the engine. Refuses one whose programs are not installed, unless it only merges. */
export async function readEngine(context: Context): Promise<Answer<ChosenEngine>> {
  const { values, merged } = context;
  const name = values.get('engine') ?? 'aftermath';
  if (name !== 'aftermath' && name !== 'spin') {
    return { refusal: `The option "--engine" takes "aftermath" or "spin"; "${name}" is neither.` };
  }
  const members = readCount(context, 'swarm', { least: 1, most: mostMembers });
  if ('refusal' in members) return members;
  if (name === 'aftermath' && members.value !== undefined)
    return { refusal: 'A swarm is of SPIN; give --engine spin too.' };
  const memory = readMemory(context, 'memory');
  if ('refusal' in memory) return memory;
  for (const program of name === 'spin' && merged === undefined ? ['spin', 'gcc'] : []) {
    if (!(await isInstalled(program))) {
      return { refusal: `There is no program "${program}" here; --engine spin needs SPIN and a C compiler.` };
    }
  }
  return { value: { name, members: members.value, memberBytes: memory.value ?? usualMemberBytes } };
}

const isInstalled = (program: string): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, [program === 'spin' ? '-V' : '--version'], (error) => {
      resolve(error?.code !== 'ENOENT');
    });
  });
