/**
 * Keepalive collection in an explored state: everything that anything depends on. Mere counts are omitted; a broken
 * property is judged in the step in which it happens.
 */
import { oncePer } from '../../../model/common/once-per.ts';
import { type Freed, type Leases, noLeases, type LeaseTally } from '../../kernel/lease/leases.ts';

/** The parts of the past of keepalive collection that a check asks for. */
export interface PastOfLeases {
  /** True to keep how long a condition has held. */
  readonly spans: boolean;
  /** True to keep which boxes were freed. */
  readonly freed: boolean;
}

/**
 * Returns a text that is the same for leases with the same future. Message numbers are renumbered by `numberClass`. The
 * kept parts of the past distinguish leases, too.
 */
export function leasesKey({ boxes, indexes, remote, transfers, sequences, tally }: Leases, kept: PastOfLeases): string {
  return [
    textOfBoxes(boxes),
    textOfPairs(indexes),
    textOfRemote(remote),
    // Transfers are numbered by their index in the list.
    JSON.stringify(transfers.map(({ from, boxes: moved }) => [from, moved])),
    textOfPairs(sequences),
    JSON.stringify(tally.graph),
    ...(kept.freed ? [JSON.stringify(byKey(tally.freed).map(([box, { lives }]) => [box, lives]))] : []),
    ...(kept.spans ? [JSON.stringify(pastKey(tally))] : []),
  ].join();
}

// A step changes few of these, so that most are the same objects as before.
const textOfBoxes = oncePer((boxes: Leases['boxes']) =>
  JSON.stringify(byKey(boxes).map(([box, { until, isEntered, seen }]) => [box, until, isEntered, byKey(seen)])),
);
const textOfPairs = oncePer((pairs: ReadonlyMap<number, unknown>) => JSON.stringify(byKey(pairs)));
const textOfRemote = oncePer((remote: Leases['remote']) =>
  JSON.stringify(byKey(remote).map(([place, entered]) => [place, [...entered].sort((a, b) => a - b)])),
);

const pastKey = ({ unreachable, rootless, rounds, version, last: { pause, fallback } }: LeaseTally): unknown[] => [
  byKey(unreachable),
  [rootless, pause, fallback],
  // The number of changes of references does not distinguish states, but whether they have changed since does.
  byKey(rounds).map(([place, round]) => [place, { ...round, version: round.version === version }]),
];

/** Returns leases without counts, with only the kept parts of the past. */
export function standingLeases(leases: Leases, kept: PastOfLeases): Leases {
  const transfers = leases.transfers.map((transfer, index) => ({ ...transfer, number: index }));
  const tally = {
    ...{ ...noLeases.tally, graph: leases.tally.graph },
    ...(kept.freed && { freed: new Map([...leases.tally.freed].map(([box, { lives }]) => [box, freedOnce(lives)])) }),
    ...(kept.spans && pastOf(leases.tally)),
  };
  return { ...leases, transfers, tally };
}

/** The time and the cause of freeing a box are judged in the step in which it happens. */
const freedOnce = (lives: Freed['lives']): Freed => ({ lives, at: 0, wasLeased: false, cause: undefined });

const pastOf = ({
  unreachable,
  rootless,
  rounds,
  version,
  last: { pause, fallback },
}: LeaseTally): Partial<LeaseTally> => ({
  ...{ unreachable, rootless, rounds, version },
  last: { ...noLeases.tally.last, pause, fallback },
});

/** The number of a message that leases know of, by its index among the transfers; -1 for any other one. */
export const numberClass = (leases: Leases | undefined, number: number): number =>
  leases === undefined ? -1 : leases.transfers.findIndex((transfer) => transfer.number === number);

function byKey<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort(([a], [b]) => a - b);
}
