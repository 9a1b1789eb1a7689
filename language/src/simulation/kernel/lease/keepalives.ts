/**
 * Keepalives: how a round begins, how keepalives travel between places, and how the owner of a box handles one. Within
 * a place they are passed on at once, in the order in which they were sent.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { schedule } from '../agenda.ts';
import { passage } from '../messages.ts';
import { remark } from '../remarks.ts';
import type { Effect, Entry, Run, State } from '../run.ts';
import { RunError } from '../../values/run-error.ts';
import { lookUp, referencesAt } from './indexing.ts';
import { localTime, timeOf } from './lease-settings.ts';
import { type Index, type Keepalive, type LeaseWork, type NodeOrOutside, withKey } from './leases.ts';
import { missLost } from './counterfactual.ts';
import { endsOf, isNews, isOwned, keepaliveFor, renewed } from './renewal.ts';
import { beginRound, change, countOutcome, noteObservation, noteHappening } from './tally.ts';
import { t } from '../../../model/common/translation.ts';

/** More keepalives than this in one moment count as paths that multiply without end. */
const mostAtATime = 5000;

/** Returns the keepalives that travel or wait for an index, and until when. */
export function keepalivesUnderWay(state: State): {
  readonly at: number;
  readonly work: Extract<LeaseWork, { readonly keepalive: Keepalive }>;
}[] {
  return pendingIn(state).flatMap(({ at, due }) =>
    due.kind === 'lease' && 'keepalive' in due.work ? [{ at, work: due.work }] : [],
  );
}

const pendingIn = ({ agenda, held }: State): readonly Entry[] => (held.length === 0 ? agenda : [...agenda, ...held]);

/** Begins a round at a place: one keepalive for each of these boxes. */
export function beginKeepalives(run: Run, place: NodeOrOutside, boxes: readonly EntityId[]): void {
  const { leases, now } = run.state;
  if (leases === undefined || boxes.length === 0) return;
  const sequence = (leases.sequences.get(place) ?? 0) + 1;
  change(run, { sequences: withKey(leases.sequences, place, sequence) });
  beginRound(run, place, sequence, boxes);
  const deadline = localTime(run, place, now + (timeOf(run, place, 'duration') ?? 0));
  passOn(
    run,
    boxes.map((box) => keepaliveFor(run, box, { from: place, origin: place, sequence, visited: [], deadline })),
  );
}

/** Takes a keepalive that has arrived at another place. */
export function arriveKeepalive(run: Run, keepalive: Keepalive): void {
  passOn(run, receive(run, keepalive));
}

/** Goes on with a keepalive that waited for an index. */
export function resumeKeepalive(run: Run, keepalive: Keepalive, index: Index | undefined): void {
  if (!isOwned(run, keepalive)) ignore(run, keepalive);
  else if (index !== undefined && index.readyAt <= run.state.now) passOn(run, follow(run, keepalive, index.references));
  else if (timeOf(run, keepalive.to, 'indexLimit') === undefined) passOn(run, lookAndFollow(run, keepalive));
  else passOn(run, fallBack(run, keepalive));
}

/** Sends keepalives, and goes on at once with those that stay on their place. */
function passOn(run: Run, first: readonly Keepalive[]): void {
  const queue = [...first];
  let local = 0;
  // The queue grows while it is read.
  for (const keepalive of queue) {
    countOutcome(run, 'sent', keepalive);
    if (keepalive.to !== keepalive.from) {
      travel(run, keepalive);
      continue;
    }
    local += 1;
    if (local > mostAtATime) tooMany(run, keepalive);
    tell(run, 'sent', keepalive);
    queue.push(...receive(run, keepalive));
  }
}

function travel(run: Run, keepalive: Keepalive): void {
  const { from, to } = keepalive;
  const lastOne = (): number => {
    let latest = 0;
    for (const { at, due } of pendingIn(run.state)) {
      if (due.kind !== 'lease' || due.work.kind !== 'keepalive') continue;
      const other = due.work.keepalive;
      if (other.from === from && other.to === to && at > latest) latest = at;
    }
    return latest;
  };
  const { at, isLost, isOrdered } = passage(run, endsOf(run, keepalive), lastOne);
  countOutcome(run, 'travelled', keepalive);
  tell(run, 'sent', keepalive);
  if (isLost) loseKeepalive(run, keepalive, at);
  else wait(run, at, { kind: 'keepalive', keepalive, isOrdered });
}

/** Counts and reports the loss of a keepalive that would have arrived at a time. */
export function loseKeepalive(run: Run, keepalive: Keepalive, at: number): void {
  countOutcome(run, 'lost', keepalive);
  missLost(run, at, keepalive);
  tell(run, 'lost', keepalive);
}

/** The rule of the owner: ignore, drop, or renew the lease and pass on to all that the box refers to. */
function receive(run: Run, keepalive: Keepalive): Keepalive[] {
  if (!isOwned(run, keepalive)) {
    ignore(run, keepalive);
    return [];
  }
  const { leases, now } = run.state;
  const known = leases?.boxes.get(keepalive.box);
  if (leases === undefined || known === undefined || !isNews(run, keepalive, known)) {
    countOutcome(run, 'dropped', keepalive);
    tell(run, 'dropped', keepalive);
    return [];
  }
  const { box, isOverlong } = renewed(run, keepalive, known, now);
  change(run, { boxes: withKey(leases.boxes, keepalive.box, box) });
  if (isOverlong) noteObservation(run, { overlong: new Set([...leases.tally.overlong, keepalive.box]) });
  run.tell?.({ kind: 'leased', entity: keepalive.box, until: box.until });
  return lookAndFollow(run, keepalive);
}

/** The system itself ignores these silently; here the first one for each freed box is reported. */
function ignore(run: Run, keepalive: Keepalive): void {
  const { box, life, to } = keepalive;
  countOutcome(run, 'stray', keepalive);
  tell(run, 'stray', keepalive);
  const { tally } = run.state.leases ?? {};
  if (tally?.freed.get(box)?.lives.includes(life) !== true || tally.strays.has(box)) return;
  noteObservation(run, { strays: new Set([...tally.strays, box]) });
  const nameOf = (id: EntityId): string => `"${run.program.model.entities[id]?.name ?? t`the outside`}"`;
  const message = t`A keepalive for ${nameOf(box)} reaches ${nameOf(to)}, which has already freed it.`;
  remark(run, { code: 'run/lost', message, place: undefined });
}

function lookAndFollow(run: Run, keepalive: Keepalive): Keepalive[] {
  const found = lookUp(run, keepalive.box, keepalive.to);
  switch (found.kind) {
    case 'ready':
      return follow(run, keepalive, found.references);
    case 'late':
      return fallBack(run, keepalive);
    case 'waiting':
      wait(run, found.until, { kind: 'indexed', keepalive, index: found.index });
      return [];
  }
}

function fallBack(run: Run, keepalive: Keepalive): Keepalive[] {
  countOutcome(run, 'fallbacks', keepalive);
  noteHappening(run, 'fallback');
  tell(run, 'fell back', keepalive);
  return follow(run, keepalive, referencesAt(run, keepalive.to));
}

function follow(run: Run, keepalive: Keepalive, references: readonly EntityId[]): Keepalive[] {
  const { box, to, origin, sequence, deadline } = keepalive;
  countOutcome(run, 'processed', keepalive);
  tell(run, 'processed', keepalive);
  const visited = [...keepalive.visited, box];
  return references.map((next) => keepaliveFor(run, next, { from: to, origin, sequence, visited, deadline }));
}

function wait(run: Run, at: number, work: Extract<LeaseWork, { readonly keepalive: Keepalive }>): void {
  // Little else is planned; only a long agenda is worth a closer look.
  const isLong = run.state.agenda.length >= mostAtATime;
  if (isLong && keepalivesUnderWay(run.state).length >= mostAtATime) tooMany(run, work.keepalive);
  schedule(run, at, { kind: 'lease', entity: work.keepalive.box, work });
}

function tell(run: Run, what: Extract<Effect, { readonly kind: 'keepalive' }>['what'], keepalive: Keepalive): void {
  run.tell?.({ kind: 'keepalive', what, entity: keepalive.box, keepalive });
}

function tooMany(run: Run, { origin }: Keepalive): never {
  const name = run.program.model.entities[origin]?.name ?? t`the outside`;
  throw new RunError(
    'run/endless',
    t`More than ${mostAtATime} keepalives of one round of "${name}" are under way: one for each path. ` +
      t`Set "forward: sequence", which sends one for each reference.`,
  );
}
