/**
 * Plays models with a collector and records their effects with times, and the final state. Writes the small models of
 * these tests.
 */
import assert from 'node:assert/strict';
import { initial, moveClock, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import type { BrokenProperty } from '../../../../language/src/simulation/kernel/lease/judgement.ts';
import { leaseProperties } from '../../../../language/src/simulation/kernel/lease/properties.ts';
import { play } from '../../../../language/src/simulation/play/player.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Draw } from '../../../../language/src/simulation/kernel/draw.ts';
import type { Effect, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { scenarioPlayer, variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { modelOfText } from '../../dsl/load-text.ts';

/** An effect, and the second in which it happened. */
export interface Heard {
  readonly at: number;
  readonly effect: Effect;
}

export interface PlayedLease {
  readonly run: Run;
  readonly heard: readonly Heard[];
  readonly failures: readonly string[];
  /** The broken properties after each step of the run, each once. */
  readonly broken: readonly BrokenProperty[];
}

interface PlayOptions {
  readonly draw?: Draw;
  /** True if all properties are judged after each step. */
  readonly judges?: boolean;
}

/** Plays the first scenario of a text to its end. */
export async function playText(
  text: string,
  { draw = seeded(1), judges = false }: PlayOptions = {},
): Promise<PlayedLease> {
  const model = await modelOfText(text);
  const program = compileModel(model);
  const [variant] = variantsOf(program, model.scenarios[0]?.steps ?? []);
  assert.ok(variant);
  const heard: Heard[] = [];
  const failures: string[] = [];
  const broken = new Map<string, BrokenProperty>();
  let current: Run | undefined;
  const tell = (effect: Effect): void => {
    heard.push({ at: (current?.state.now ?? 0) / 1_000_000, effect });
  };
  for (const { run, played } of play(program, scenarioPlayer(program, variant), { draw, tell, keepsHistory: false })) {
    current = run;
    if (played.kind === 'judged' && !played.judgement.holds) {
      failures.push(`${run.state.now / 1_000_000}s: ${played.judgement.expected}; ${played.judgement.found}`);
    }
    if (played.kind !== 'judged' && played.stepped.error !== undefined) failures.push(played.stepped.error.message);
    if (judges)
      for (const each of Object.values(leaseProperties).flatMap((judge) => judge(run)))
        broken.set(`${each.property} ${each.entity}`, each);
  }
  assert.ok(current);
  return { run: current, heard, failures, broken: [...broken.values()] };
}

/** Starts a run of a text and processes everything due until then. */
export async function runUntil(text: string, seconds: number, draw: Draw = seeded(1)): Promise<Run> {
  const { run } = initial(compileModel(await modelOfText(text)), { draw, tell: undefined, keepsHistory: false });
  goOn(run, seconds);
  return run;
}

/** Processes everything due until then. */
export function goOn(run: Run, seconds: number): void {
  for (;;) {
    const stepped = takeFirst(run, seconds * 1_000_000);
    if (stepped === undefined) break;
    assert.equal(stepped.error, undefined);
  }
  moveClock(run, seconds * 1_000_000);
}

/** Returns the times in seconds at which boxes were freed, by name. */
export function freedTimes({ state, program }: Run): Record<string, number> {
  const freed = [...(state.leases?.tally.freed ?? [])].sort(([a], [b]) => a - b);
  return Object.fromEntries(freed.map(([box, { at }]) => [program.model.entities[box]?.name ?? '', at / 1_000_000]));
}

/** Returns the names of the broken properties, each once. */
export const namesOf = (broken: readonly BrokenProperty[]): string[] =>
  [...new Set(broken.map(({ property }) => property))].sort();

/** The parts of a small model other than its boxes; durations in seconds. */
export interface LeaseText {
  readonly duration?: number;
  readonly period?: number;
  readonly sweep?: number;
  readonly delay?: string;
  readonly more?: string;
  readonly loss?: string;
}

/** Writes channel and collector. */
export const leaseText = ({
  duration = 20,
  period = 8,
  sweep = 1,
  delay = '100ms',
  more = '',
  loss = '0',
}: LeaseText): string => `
channel net { delay: ${delay} loss: ${loss} }
collector lease {
  duration: ${inMs(duration)}
  period: ${inMs(period)}
  sweep: ${inMs(sweep)}
  ${more}
}
`;

/** Writes a chain of boxes, each on a node of its own, named by a PD on a node before them. */
export function chainText(hops: number, isRing = false): string {
  const nodes = Array.from({ length: hops }, (_, index) => {
    const next = index + 1 < hops ? `n${index + 1}.b` : isRing ? 'n0.b' : undefined;
    return `node n${index} { object b { ${next === undefined ? '' : `refers ${next}`} } }`;
  });
  return `node home { pd main { refers n0.b } }\n${nodes.join('\n')}\n`;
}

/** Writes a number of seconds in whole milliseconds. */
export const inMs = (seconds: number): string => `${Math.round(seconds * 1000)}ms`;
