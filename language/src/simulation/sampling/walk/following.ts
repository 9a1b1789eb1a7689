/** Follows the properties of a check through a walk, as `judgeRunOf` does through a run of the kernel. */
import type { Check } from '../../../model/scenario.ts';
import { lastingFault } from '../../explore/counterexample/broken-runs.ts';
import { type Judge, propertyName } from '../../explore/judgement/judge.ts';
import type { Program } from '../../kernel/run.ts';
import type { RunVerdict } from '../judged-run.ts';
import type { CoreWalk } from './core-walk.ts';

/** The judge of one walk after the other. */
export interface Following {
  readonly begin: () => void;
  /** Judges where the walk is, the start included. */
  readonly note: () => void;
  /** Sums up; a run is cut off if it would have gone on. */
  readonly result: (isCut: boolean) => readonly RunVerdict[];
}

/** A property, and whether and where the run has broken it. */
interface Followed extends Pick<RunVerdict, 'name' | 'place'> {
  readonly message: string;
  brokenAt: number | undefined;
  /** True for one of whole runs that waits for something. */
  isOpen: boolean;
}

/** Creates the judge of walks. */
export function followProperties(program: Program, check: Check, judge: Judge, walk: CoreWalk): Following {
  const { standing, agenda } = walk;
  const lasting = judge.lasting.map((property) =>
    followed(propertyName(program, property), property.place, lastingFault({ program }, property).message),
  );
  const asked = judge.asked.map(({ name, place }) => followed(name, place));
  const seen = check.watched
    .filter(({ name }) => name === 'unhandled' || name === 'deadlock')
    .map(({ name, place }) => followed(name, place));
  const unhandled = seen.find(({ name }) => name === 'unhandled');
  const deadlock = seen.find(({ name }) => name === 'deadlock');
  const isBegun = judge.lasting.map(({ kind }) => kind === 'leads to');
  const all = [...lasting, ...asked, ...seen];
  let step = -1;
  return {
    begin: () => {
      for (const each of all) [each.brokenAt, each.isOpen] = [undefined, false];
      for (const [index, each] of lasting.entries()) each.isOpen = judge.lasting[index]?.kind === 'eventually';
      step = -1;
    },
    note: () => {
      step += 1;
      const { broken, bits, isBroken, isStuck, isWithin } = standing.kind;
      if (isBroken) for (const [index, each] of asked.entries()) if (broken[index] === true) each.brokenAt ??= step;
      if (unhandled !== undefined && standing.drops) unhandled.brokenAt ??= step;
      for (let index = 0; index < bits.length; index++) {
        const each = lasting[index];
        const known = bits[index] ?? 0;
        if (each === undefined) continue;
        each.isOpen = (known & 2) === 0 && (each.isOpen || (isBegun[index] === true && (known & 1) !== 0));
      }
      if (isWithin && deadlock !== undefined && isStuck && agenda.size() === 0 && walk.isLeftToFaults())
        deadlock.brokenAt ??= step;
    },
    result: (isCut) => {
      // Entries due beyond the horizon stay on the agenda.
      const isWhole = !isCut && standing.kind.isWithin && agenda.size() === 0;
      if (isWhole) {
        for (const each of lasting) if (each.isOpen) each.brokenAt ??= step;
        if (deadlock !== undefined && standing.kind.isStuck) deadlock.brokenAt ??= step;
      }
      const placeOf = ({ place }: Followed): number => place ?? Number.POSITIVE_INFINITY;
      return [...all].sort((a, b) => placeOf(a) - placeOf(b) || 0).map(verdictOf);
    },
  };
}

const followed = (name: string, place: Followed['place'], message = name): Followed => ({
  ...{ name, place, message },
  brokenAt: undefined,
  isOpen: false,
});

function verdictOf({ name, place, message, brokenAt, isOpen }: Followed): RunVerdict {
  if (brokenAt !== undefined) return { name, place, verdict: 'broken', broken: { message, step: brokenAt, at: 0 } };
  return { name, place, verdict: isOpen ? 'open' : 'held' };
}
