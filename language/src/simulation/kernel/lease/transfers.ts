/**
 * Transfers: what a place keeps for a value that it has sent elsewhere, from the sending until the other side has it.
 * How values travel is elsewhere.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { schedule } from '../agenda.ts';
import { entitiesIn } from '../entities-in.ts';
import type { Entry, Message, Run } from '../run.ts';
import { timeOf } from './lease-settings.ts';
import { type NodeOrOutside, outside, type Transfer, withKey } from './leases.ts';
import { change, noteHappening } from './tally.ts';

/** Makes the sender keep the boxes that a message names for another place, from now on. */
export function keepSent(
  run: Run,
  message: Message,
  from: NodeOrOutside | undefined,
  to: NodeOrOutside | undefined,
): void {
  const { leases } = run.state;
  if (leases === undefined || message.from === undefined || from === to) return;
  const boxes = boxesIn(run, message);
  if (boxes.length > 0) keepFor(run, { number: message.number, from: from ?? outside, boxes });
}

/** Makes a place keep some boxes for others: they are known outside of it from now on. */
export function keepFor(run: Run, transfer: Transfer): void {
  enterBoxes(run, transfer.boxes);
  change(run, { transfers: [...(run.state.leases?.transfers ?? []), transfer] });
  noteHappening(run, 'transfer');
}

/**
 * Makes the boxes that a message names known to the receiver, before it takes the message; the sender hears of it in
 * the same instant.
 */
export function introduceBoxes(run: Run, message: Message, to: NodeOrOutside | undefined, isTaken: boolean): void {
  const { leases, now } = run.state;
  const transfer = leases?.transfers.find(({ number }) => number === message.number);
  if (leases === undefined || transfer === undefined) return;
  if (!isTaken) {
    change(run, { transfers: leases.transfers.filter((other) => other !== transfer) });
    return;
  }
  addRemote(run, to ?? outside, transfer.boxes);
  acknowledge(run, transfer, now);
}

/** Makes the sender forget what a lost message names, unless a duplicate of it is still under way. */
export function forget(run: Run, { number }: Message): void {
  const { leases, agenda, held } = run.state;
  const isSame = ({ due }: Entry): boolean => due.kind === 'message' && due.message.number === number;
  const transfer = leases?.transfers.find((each) => each.number === number);
  if (leases === undefined || transfer === undefined || agenda.some(isSame) || held.some(isSame)) return;
  change(run, { transfers: leases.transfers.filter((other) => other !== transfer) });
}

/** Tells the sender that the other side has a value. */
export function acknowledge(run: Run, { number, from }: Transfer, at: number): void {
  noteHappening(run, 'transfer');
  schedule(run, at, { kind: 'lease', entity: from, work: { kind: 'acknowledged', number } });
}

/** Adds references of a place to boxes elsewhere. */
export function addRemote(run: Run, place: NodeOrOutside, boxes: readonly EntityId[]): void {
  const { leases } = run.state;
  if (leases === undefined) return;
  const before = leases.remote.get(place);
  if (boxes.every((box) => before?.has(box) === true)) return;
  change(run, { remote: withKey(leases.remote, place, new Set([...(before ?? []), ...boxes])) });
}

/** Gives a lease to boxes that only their own place has known so far. */
export function enterBoxes(run: Run, entered: readonly EntityId[]): void {
  const { leases, now } = run.state;
  const fresh = entered.filter((box) => leases?.boxes.get(box)?.isEntered === false);
  if (leases === undefined || fresh.length === 0) return;
  const boxes = new Map(leases.boxes);
  for (const id of fresh) {
    const box = boxes.get(id);
    if (box !== undefined)
      boxes.set(id, { ...box, until: now + (timeOf(run, outside, 'duration') ?? 0), isEntered: true });
  }
  change(run, { boxes });
}

/** Returns the boxes that a message names, each once. */
function boxesIn({ state }: Run, message: Message): EntityId[] {
  const named = message.arguments.flatMap(entitiesIn).filter((id) => state.leases?.boxes.has(id) === true);
  return [...new Set(named)].sort((a, b) => a - b);
}
