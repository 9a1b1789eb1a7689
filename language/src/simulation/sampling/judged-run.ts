/** Judges one run of a check: each of its states, and its end. The choice of runs is made elsewhere. */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Check } from '../../model/scenario.ts';
import type { Choice, Played } from '../play/player.ts';
import type { Effect, Program, Run } from '../kernel/run.ts';
import { lastingFault } from '../explore/counterexample/broken-runs.ts';
import {
  type AskedCondition,
  createJudge,
  judgedState,
  type Violation,
  type Judge,
  propertyName,
} from '../explore/judgement/judge.ts';
import { createDropped, deadlockIn, withWatched } from '../explore/judgement/watched.ts';

/** The violation of a property in a run. */
export interface BrokenAt {
  /** A full sentence. */
  readonly message: string;
  readonly step: number;
  /** Microseconds. */
  readonly at: number;
}

/** The verdict of a run on one property of its check: it is open where the run was cut off before that was decided. */
export interface RunVerdict {
  /** `never app broken`, `S1`, `deadlock`. */
  readonly name: string;
  readonly place: PlaceId | undefined;
  readonly verdict: 'held' | 'broken' | 'open';
  readonly broken?: BrokenAt;
}

/** Follows a run of a check. */
export interface JudgedRun {
  /** Receives everything that happens in a turn, before `note`. */
  readonly hear: (effect: Effect) => void;
  /**
   * Judges the state after a turn, the start included; `choices` returns what the next turn chooses from, if it
   * chooses.
   */
  readonly note: (run: Run, played: Played, choices: () => readonly Choice[]) => void;
  /** Returns true if all bounds held after the last turn. */
  readonly isWithin: () => boolean;
  /** Sums up; a run is cut off if it would have gone on. */
  readonly result: (isCut: boolean) => readonly RunVerdict[];
}

/** Creates the judge of one run. Cost of each turn: that of all properties. */
export function judgeRunOf(program: Program, declared: Check): JudgedRun {
  const check = withWatched(program.model, declared);
  const judge = createJudge(program, check);
  const dropped = createDropped(program, check);
  const awaiting = createAwaiting(program, judge);
  const watchedFor = (wanted: string) => check.watched.filter(({ name }) => name === wanted);
  const asked: readonly AskedCondition[] = [
    ...judge.asked,
    ...watchedFor('unhandled').map(({ name, place }) => ({ name, place, faultIn: () => dropped.fault() })),
  ];
  const watchesRest = watchedFor('deadlock').length > 0;
  const broken = new Map<string, BrokenAt>();
  let [step, isWithin] = [-1, true];
  let last: Run | undefined;

  const breaks = (name: string, run: Run, fault: Violation | undefined): void => {
    if (fault !== undefined && !broken.has(name)) broken.set(name, { message: fault.message, step, at: run.state.now });
  };
  const judgeState = (run: Run, choices: () => readonly Choice[]): void => {
    for (const { name, faultIn } of asked)
      if (!broken.has(name))
        breaks(
          name,
          run,
          judgedState(() => faultIn(run)),
        );
    const late = judgedState(() => {
      awaiting.note(run);
      isWithin = judge.isWithin(run);
      return undefined;
    });
    breaks('error', run, late);
    if (!isWithin || !watchesRest || run.state.agenda.length > 0) return;
    const next = choices();
    if (next.length > 0 && next.every(isFault)) breaks('deadlock', run, deadlockIn(program, check, run.state));
  };
  return {
    hear: dropped.hear,
    note: (run, played, choices) => {
      [step, last] = [step + 1, run];
      const hasFailed = played.kind !== 'judged' && played.stepped.error !== undefined;
      if (hasFailed) isWithin = false;
      else judgeState(run, choices);
      dropped.begin();
    },
    isWithin: () => isWithin,
    result: (isCut) => {
      // Entries due beyond the horizon stay on the agenda.
      const isWhole = !isCut && isWithin && last?.state.agenda.length === 0;
      if (isWhole && last !== undefined) {
        for (const { name, fault } of awaiting.left()) breaks(name, last, fault);
        breaks('deadlock', last, deadlockIn(program, check, last.state));
      }
      const open = new Set(isWhole ? [] : awaiting.left().map(({ name }) => name));
      const seen = check.watched.filter(({ name }) => name === 'unhandled' || name === 'deadlock');
      const late = broken.has('error') ? [{ name: 'error', place: check.place }] : [];
      return [...awaiting.all, ...judge.asked, ...seen, ...late]
        .map((each) => verdictOf(each, broken.get(each.name), open.has(each.name)))
        .sort(byPlace);
    },
  };
}

function verdictOf(
  { name, place }: Pick<AskedCondition, 'name' | 'place'>,
  broken: BrokenAt | undefined,
  isOpen: boolean,
): RunVerdict {
  if (broken !== undefined) return { name, place, verdict: 'broken', broken };
  return { name, place, verdict: isOpen ? 'open' : 'held' };
}

/** A fault is not a way out: it need not happen. */
const isFault = ({ kind }: Choice): boolean =>
  kind !== 'due' && kind !== 'plain' && kind !== 'action' && kind !== 'restart' && kind !== 'resume';

/** A property that only whole runs can break, and the message if one does. */
interface Awaited {
  readonly name: string;
  readonly place: PlaceId;
  readonly fault: Violation;
}

/** Tracks which of the properties that only whole runs can break are waiting for something. */
function createAwaiting(program: Program, { lasting, bitsOf }: Judge) {
  const all = lasting.map((property): Awaited => {
    const [name, fault] = [propertyName(program, property), lastingFault({ program }, property)];
    return { name, place: property.place, fault };
  });
  const waits = lasting.map(({ kind }) => kind === 'eventually');
  return {
    all,
    note: (run: Run): void => {
      for (const [index, bits] of bitsOf(run).entries()) {
        const [isMet, hasCome] = [(bits & 1) !== 0, (bits & 2) !== 0];
        const begins = lasting[index]?.kind === 'leads to' && isMet;
        waits[index] = !hasCome && (waits[index] === true || begins);
      }
    },
    left: (): Awaited[] => all.filter((_, index) => waits[index] === true),
  };
}

/** Sorts in the order of the text, then what no text asks for. */
const byPlace = (a: RunVerdict, b: RunVerdict): number =>
  (a.place ?? Number.POSITIVE_INFINITY) - (b.place ?? Number.POSITIVE_INFINITY) || 0;
