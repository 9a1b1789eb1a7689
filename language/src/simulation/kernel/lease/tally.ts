/**
 * Counts what keepalive collection does, round by round, without keeping its history. Nothing that happens depends on
 * these numbers.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Run } from '../run.ts';
import {
  type Counts,
  type Happening,
  type Keepalive,
  type Leases,
  type NodeOrOutside,
  type Round,
  type LeaseTally,
  withKey,
} from './leases.ts';

/** Changes the leases of a state. */
export function change(run: Run, part: Partial<Leases>): void {
  if (run.state.leases !== undefined) run.state.leases = { ...run.state.leases, ...part };
}

/** Changes the observations so far. */
export function noteObservation(run: Run, part: Partial<LeaseTally>): void {
  const { leases } = run.state;
  if (leases !== undefined) change(run, { tally: { ...leases.tally, ...part } });
}

/** Records the time of an event that may explain a property broken later. */
export function noteHappening(run: Run, happening: Happening): void {
  const { leases, now } = run.state;
  if (leases !== undefined) noteObservation(run, { last: { ...leases.tally.last, [happening]: now } });
}

/** Begins the count of a round. */
export function beginRound(run: Run, place: NodeOrOutside, sequence: number, origins: readonly EntityId[]): void {
  const { leases } = run.state;
  if (leases === undefined) return;
  const { version, rounds } = leases.tally;
  const round: Round = {
    sequence,
    origins,
    version,
    sent: 0,
    processed: 0,
    dropped: 0,
    underWay: 0,
    isDisturbed: false,
  };
  noteObservation(run, { rounds: withKey(rounds, place, round) });
}

/** Counts the outcome of a keepalive. */
export function countOutcome(run: Run, what: keyof Counts, { origin, sequence }: Keepalive): void {
  const { leases } = run.state;
  if (leases === undefined) return;
  const { counts, rounds } = leases.tally;
  const round = rounds.get(origin);
  noteObservation(run, {
    counts: { ...counts, [what]: counts[what] + 1 },
    rounds: round?.sequence === sequence ? withKey(rounds, origin, counted(round, what)) : rounds,
  });
}

function counted(round: Round, what: keyof Counts): Round {
  switch (what) {
    case 'sent':
      return { ...round, sent: round.sent + 1, underWay: round.underWay + 1 };
    case 'processed':
    case 'dropped':
      return { ...round, [what]: round[what] + 1, underWay: round.underWay - 1 };
    case 'duplicated':
      return { ...round, underWay: round.underWay + 1, isDisturbed: true };
    case 'lost':
    case 'stray':
      return { ...round, underWay: round.underWay - 1, isDisturbed: true };
    case 'fallbacks':
      return { ...round, isDisturbed: true };
    case 'travelled':
      return round;
  }
}
