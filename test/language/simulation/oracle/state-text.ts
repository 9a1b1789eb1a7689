/** A state of the second executor as text, which is its identity. */
import type { Check } from '../../../../language/src/model/scenario.ts';
import { dueText } from './moves.ts';
import { sentIn } from './plain-steps.ts';
import { type Due, type Entry, pairOf, type World } from './world.ts';

/** Returns everything that behaviour can depend on, as one text; ignores no variable that a plain step may read. */
export function stateText(check: Check, world: World, ignored: readonly string[] | undefined): string {
  const { clock, horizon } = check;
  const lifeOf = (entity: number, life: number): string =>
    world.leases !== null
      ? String(life)
      : life < 0
        ? 'named'
        : life === world.lives[entity]?.count
          ? 'latest'
          : 'earlier';
  const keepsTime = horizon !== undefined || world.leases !== null || ignored === undefined;
  const timeOf = (at: number): string => (keepsTime ? String(at) : clock === 'exact' ? String(at - world.now) : '');
  /** The order matters only between the same two entities. */
  const waiting = (all: readonly Entry[]): unknown => {
    const queues: Record<string, string[]> = {};
    const loose: string[] = [];
    for (const { at, due } of all) {
      const text = `${timeOf(at)} ${dueText(due, lifeOf)} ${transferOf(world, due)}`;
      const pair = pairOf(due);
      if (pair === undefined) loose.push(text);
      else (queues[pair] ??= []).push(text);
    }
    return [Object.entries(queues).sort(([a], [b]) => (a < b ? -1 : 1)), loose.sort()];
  };
  return JSON.stringify([
    keepsTime ? world.now : 0,
    world.lives.map(({ alive, existed, doomed, crashed, halted, begins }) => [
      alive,
      existed,
      doomed,
      crashed,
      halted,
      begins,
    ]),
    world.active,
    Object.entries(world.memories).sort(),
    world.variables.map((all) => Object.entries(all).filter(([name]) => ignored?.includes(name) !== true)),
    world.bonds.map((bond) => [
      ...[bond.kind, bond.source, bond.target, bond.as, bond.declared],
      ...[lifeOf(bond.source, bond.sourceLife), lifeOf(bond.target, bond.targetLife)],
    ]),
    world.losses,
    Object.entries(world.settings).sort(),
    world.modes,
    waiting(world.agenda),
    waiting(world.held),
    Object.entries(world.places).sort(),
    leasesText(check, world),
    world.deferred.map((messages) => messages.map((message) => dueText({ kind: 'message', message }, lifeOf))),
    world.spent,
    ignored === undefined ? [world.step, world.until, world.isWaiting, world.isLingering, sentIn(world)] : [],
  ]);
}

/** Returns the transfer that a message or its acknowledgement belongs to; message numbers are not part of a state. */
function transferOf({ leases }: World, due: Due): string {
  const number = due.kind === 'message' ? due.message.number : due.kind === 'acknowledged' ? due.number : -1;
  return String(leases?.transfers.findIndex((each) => each.number === number) ?? '');
}

/** Returns the leases, with freed boxes only if someone asks for them. */
function leasesText({ watched, clock }: Check, { leases, lives }: World): unknown {
  if (leases === null) return [];
  const named = watched.map(({ name }): string => name).filter((name) => /^[SLC]\d$/.test(name));
  const asks = named.length === 0 ? clock === 'exact' : named.includes('S2');
  const transfers = leases.transfers.map(({ from, boxes }) => [from, boxes]);
  return [{ ...leases, transfers, freed: asks ? [...leases.freed].sort() : [] }, lives.map(({ count }) => count)];
}
