/**
 * SPIN as the engine of `aftermath verify`: exports a check, has SPIN search its states, and brings what it finds back as
 * a run of Aftermath. Shares no code with the exploration, which only replays the run that SPIN shows.
 */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Broken, Exploration, Unexplored } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { exportPromela, type PromelaModel } from '../../../../language/src/simulation/promela/export-promela.ts';
import { followTrail, type Trail } from '../../../../language/src/simulation/promela/follow-trail.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { fairness } from '../../../../language/src/simulation/promela/size.ts';
import { finish, type Work } from '../input/interruption.ts';
import { type PanReport, panReport, trailIn } from './pan-report.ts';
import { inWorkshop, type Ran, type Workshop } from './workshop.ts';

/** What is to be searched, and how. */
export interface SpinSearch {
  readonly program: Program;
  readonly check: Check;
  /** The combination of `for` steps, from 0; undefined where there is only one. */
  readonly variant: number | undefined;
  /** The most bytes that the states may take. */
  readonly bytes: number;
  /** The number of the member of a swarm, from 1; undefined for one search that keeps whole states. */
  readonly member: number | undefined;
  readonly work: Work;
}

/** The numbers of messages that a channel may hold, tried one after another while one is full. */
const rooms = [6, 12, 24, 48, 96, 192];

/** Bytes of the stack of a search for each step of a run. */
const stackBytes = 64;

/** Milliseconds after which a search is made anew, by a C compiler that takes longer and makes it faster. */
const patience = 3000;

/** The most steps of a run of a search; members of a swarm differ in that, too. */
const depths = [1_000_000, 10_000_000];
const depthsOfMembers = [1_000_000, 100_000, 10_000];

/** Explores a check with SPIN; what SPIN or a C compiler refuses is a fault. */
export async function exploreWithSpin(search: SpinSearch): Promise<Exploration> {
  const variants = combinationCount(search);
  const exported = exportPromela(search.program, search.check, search.variant, { shows: true });
  if ('uncovered' in exported) {
    const cuts = exported.uncovered.map(({ what }) =>
      open(`the whole check: the export for SPIN does not cover ${what}`),
    );
    return { ...nothing, variants, unexplored: cuts };
  }
  const searched = await inWorkshop((workshop) => searchIn(workshop, search, exported.value));
  search.work.end();
  if ('value' in searched) return { ...searched.value, variants };
  return {
    ...nothing,
    variants,
    unexplored: [{ limit: 'fault', states: 0, why: searched.refusal.replace(/\.$/u, '') }],
  };
}

function combinationCount({ program, check }: SpinSearch): number {
  try {
    return variantsOf(program, check.steps).length;
  } catch (error) {
    // The export names it.
    if (error instanceof RunError) return 1;
    throw error;
  }
}

const open = (why: string): Unexplored => ({ limit: 'omitted', states: 0, why });

const nothing: Exploration = {
  ...{ states: 0, transitions: 0, depth: 0, queue: 0, bytes: 0, variants: 1 },
  ...{ broken: [], isReduced: false, hasPiles: false, unreached: undefined, unexplored: [] },
};

/** A program of SPIN to make and run: for the assertions, or for one claim on runs. */
interface Pass {
  /** The name of the claim; undefined for the assertions. */
  readonly claim: string | undefined;
  readonly isOnly: boolean;
}

async function searchIn(workshop: Workshop, search: SpinSearch, model: PromelaModel): Promise<Answer<Exploration>> {
  await workshop.write('model.pml', model.text);
  const lasting = model.claims.filter(({ isLasting }) => isLasting).map(({ name }) => name);
  const passes: Pass[] = [
    { claim: undefined, isOnly: true },
    ...lasting.map((claim) => ({ claim, isOnly: lasting.length === 1 })),
  ];
  let result: Exploration = nothing;
  const cuts: Unexplored[] = boundsOf(search.check);
  let room = 0;
  for (const pass of passes) {
    const searched = await searchOnce(workshop, search, model, { ...pass, room });
    if ('refusal' in searched) return searched;
    const { report, unexplored } = searched.value;
    room = searched.value.room;
    for (const each of unexplored) if (!cuts.some(({ why }) => why === each.why)) cuts.push(each);
    if (report === undefined) break;
    if (pass.claim === undefined) {
      const { states, transitions, depth } = report;
      result = { ...result, states: model.statesBefore + states, transitions, depth };
    }
    result = { ...result, bytes: Math.max(result.bytes, report.bytes) };
    if (report.broken === undefined) continue;
    const isEndless = report.broken.startsWith('acceptance cycle');
    const broken = await brought(workshop, search, model, { ...pass, isEndless });
    if ('refusal' in broken) return broken;
    result = { ...result, broken: [...result.broken, ...broken.value.broken] };
    cuts.push(...broken.value.unexplored);
    if (pass.claim === undefined) break;
  }
  return { value: { ...result, unexplored: cuts } };
}

/** SPIN does not say whether a bound was met. */
const boundsOf = ({ bounds }: Check): Unexplored[] =>
  bounds.length === 0
    ? []
    : [{ limit: 'bound', states: 0, why: 'states outside a bound of the check, if there are any' }];

interface Searched {
  /** Absent if it was ended before it said anything. */
  readonly report: PanReport | undefined;
  readonly unexplored: readonly Unexplored[];
  /** The index of the number of messages for which its channels had room. */
  readonly room: number;
}

/** Searches with ever larger channels and depths, as far as needed. */
async function searchOnce(
  workshop: Workshop,
  search: SpinSearch,
  model: PromelaModel,
  { room: firstRoom, ...pass }: Pass & Pick<Searched, 'room'>,
): Promise<Answer<Searched>> {
  const { member } = search;
  const least = itemAt(depthsOfMembers, ((member ?? 1) - 1) % depthsOfMembers.length);
  let [room, depth, isFast] = [firstRoom, 0, false];
  for (;;) {
    const steps = member === undefined ? itemAt(depths, depth) : least;
    const made = await make(workshop, search, model, { ...pass, room: itemAt(rooms, room), isFast, steps });
    if (made !== undefined) return 'refusal' in made ? made : { value: { ...ended(search, undefined), room } };
    const until = isFast ? Infinity : performance.now() + patience;
    const ran = await workshop.run('./pan', [`-m${String(steps)}`, ...optionsOf(search, pass)], goOn(search, until));
    if ('refusal' in ran) return ran;
    const report = panReport(ran.value.output);
    if (ran.value.code === 'ended') {
      if (isFast || search.work.stopped() !== undefined) return { value: { ...ended(search, report), room } };
      isFast = true;
      continue;
    }
    if (report === undefined) return { refusal: `SPIN ends with: ${endOf(ran.value)}` };
    if (isFull(report)) {
      if (room + 1 < rooms.length) room += 1;
      else return { value: { report: undefined, unexplored: [open('queues of more than 192 messages')], room } };
    } else if (
      report.broken === undefined &&
      report.cuts.has('depth') &&
      member === undefined &&
      depth + 1 < depths.length
    ) {
      depth += 1;
    } else return { value: { report, unexplored: unexploredBy(report, steps), room } };
  }
}

/** Returns true if a channel had no room: `pan` writes the assertion of the model its own way. */
const isFull = ({ broken }: PanReport): boolean => /^\(*(?:q_)?len\(\w+\)\s*<\s*\d+\)*$/u.test(broken ?? '');

/** Goes on until an interrupt, the limit, or a time. */
const goOn = ({ work }: SpinSearch, until = Infinity) => ({
  goOn: async (line: string): Promise<boolean> =>
    (await work.shouldContinue(() => `SPIN: ${line}`)) && performance.now() < until,
});

function ended({ work }: SpinSearch, report: PanReport | undefined): Omit<Searched, 'room'> {
  const limit = work.stopped() === 'out of time' ? 'time' : 'cancelled';
  return { report, unexplored: [{ limit, states: 1 }] };
}

function unexploredBy({ cuts, hashFactor, states }: PanReport, steps: number): Unexplored[] {
  const factor =
    hashFactor === undefined
      ? ''
      : `, of which SPIN has room for ${Number(hashFactor.toPrecision(1)).toLocaleString('en')} times as many`;
  return [
    ...(cuts.has('memory') ? [{ limit: 'memory', states: Math.max(1, states) } as const] : []),
    ...(cuts.has('depth') ? [open(`runs of more than ${steps.toLocaleString('en')} steps of SPIN`)] : []),
    ...(cuts.has('hashed') ? [open(`states that a bit-state search takes for others${factor}`)] : []),
  ];
}

/** How a program is made. */
interface Making extends Pass {
  /** The number of messages that a channel holds. */
  readonly room: number;
  readonly isFast: boolean;
  /** The most steps of a run. */
  readonly steps: number;
}

/** Makes the program of a search; returns why that failed, or that it was ended. */
async function make(
  workshop: Workshop,
  search: SpinSearch,
  { processes, vector }: PromelaModel,
  { claim, room, isFast, steps }: Making,
): Promise<Answer<undefined> | undefined> {
  const defines = [`-DROOM=${String(room)}`, ...(claim === undefined ? [] : ['-DLASTING'])];
  const spun = await workshop.run('spin', [...defines, '-a', 'model.pml'], goOn(search));
  if ('refusal' in spun) return spun;
  if (spun.value.code === 'ended') return { value: undefined };
  if (spun.value.code !== 0 || spun.value.output.includes('Error')) {
    return { refusal: `SPIN does not take the exported model: ${endOf(spun.value)}` };
  }
  const flags = [
    ...[isFast ? '-O2' : '-O0', '-w', '-DNOREDUCE', `-DVECTORSZ=${String(vector * Math.ceil(room / 6))}`],
    // In MiB; the limit is one of the states, so the stack of the search comes on top.
    `-DMEMLIM=${String(Math.ceil((search.bytes + steps * stackBytes) / 2 ** 20) + 16)}`,
    ...(claim === undefined ? ['-DSAFETY'] : [`-DNFAIR=${String(fairness(processes))}`]),
    ...(search.member === undefined ? [] : ['-DBITSTATE', '-DT_RAND', '-DP_RAND']),
  ];
  const compiled = await workshop.run('gcc', [...flags, '-o', 'pan', 'pan.c'], goOn(search));
  if ('refusal' in compiled) return compiled;
  if (compiled.value.code === 'ended') return { value: undefined };
  return compiled.value.code === 0
    ? undefined
    : { refusal: `gcc does not take SPIN's program: ${endOf(compiled.value)}` };
}

function optionsOf({ member, bytes }: SpinSearch, { claim, isOnly }: Pass): string[] {
  const runs = claim === undefined ? [] : ['-a', '-f', ...(isOnly ? [] : ['-N', claim])];
  if (member === undefined) return ['-w20', ...runs];
  // The table takes half of the memory, in bits.
  const bits = Math.max(10, Math.floor(Math.log2(bytes * 4)));
  return [`-w${String(bits)}`, '-k3', `-RS${String(member)}`, `-h${String((member - 1) % 500)}`, ...runs];
}

/** Brings the trail of the last search back: one that ends, or one without end. */
async function brought(
  workshop: Workshop,
  { program, check, variant, work }: SpinSearch,
  { moves }: PromelaModel,
  { claim, isOnly, isEndless }: Pass & { readonly isEndless: boolean },
): Promise<Answer<Pick<Exploration, 'broken' | 'unexplored'>>> {
  const choice = claim === undefined || isOnly ? [] : ['-N', claim];
  const told = await workshop.run('./pan', ['-r', '-S', ...choice], { goOn: () => Promise.resolve(true) });
  if ('refusal' in told) return told;
  const { moves: numbers, loopsTo } = trailIn(told.value.output);
  const trail: Trail = { moves: numbers.map((number) => itemAt(moves, number - 1)), loopsTo };
  const followed = await finish(work, () => followTrail(program, check, variant, trail), {
    progress: () => 'following the run that SPIN shows',
  });
  // A trail that breaks an assertion ends where the run may go on, so it says nothing about runs without end.
  const isMeantBySpin = ({ kind }: Broken): boolean => isEndless === (kind === 'eventually' || kind === 'leads to');
  const broken = 'value' in followed ? followed.value.filter(isMeantBySpin) : [];
  const lost = open('what follows from a run that SPIN shows and Aftermath cannot follow; please report it');
  return { value: { broken, unexplored: broken.length > 0 ? [] : [lost] } };
}

const endOf = ({ output }: Ran): string => output.trim().split('\n').slice(-3).join(' ').slice(0, 500);
