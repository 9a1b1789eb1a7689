/**
 * Messages under way as channels of Promela: one for each pair of sender and receiver between whom something may be
 * sent, in order if the model keeps it. Sending to a full channel breaks an assertion that says so.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { initial } from '../kernel/kernel.ts';
import { passage } from '../kernel/messages.ts';
import type { Run } from '../kernel/run.ts';
import type { Type } from '../../model/machines/expression.ts';
import { type FiniteShape, finiteShape } from './terms/shapes.ts';
import { NotCovered } from './terms/uncovered.ts';
import type { Queue, Writing } from './terms/writing.ts';
import { tableOf } from '../../model/common/table.ts';

/** Returns the channel from one entity to another; undefined where everything sent there is lost. */
export function queueBetween(writing: Writing, from: EntityId | undefined, to: EntityId): Queue | undefined {
  const name = `queue${from ?? 'x'}_${to}`;
  const known = writing.queues.get(name);
  if (known !== undefined) return known;
  const { isLost, mayBeLost, isOrdered } = wayBetween(writing, from, to);
  if (isLost && !mayBeLost) return undefined;
  // Each message is owed its turn there, and SPIN is fair to processes alone.
  if (!isOrdered && writing.check.properties.some(({ kind }) => kind === 'eventually' || kind === 'leads to'))
    throw new NotCovered('a channel that keeps no order, with "eventually" or "leads to"');
  if (mayBeLost) writing.isChancy = true;
  const queue: Queue = { name, from, to, isLossy: mayBeLost, isOrdered };
  writing.queues.set(name, queue);
  return queue;
}

/** Asks the kernel how a message would get there, and what it would draw if that is left to chance. */
function wayBetween({ program, start }: Writing, from: EntityId | undefined, to: EntityId) {
  let mayBeLost = false;
  const pick: Run['draw']['pick'] = (_, what) => {
    if (what === 'loss') mayBeLost = true;
    return 0;
  };
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const { isLost, isOrdered } = passage({ ...run, draw: { pick }, state: start }, { from, to }, () => 0);
  return { isLost, mayBeLost, isOrdered };
}

/**
 * Writes a message into a channel. Where no order is kept it is inserted in sorted order, so that the same messages are
 * the same state.
 */
export const insertMessage = ({ name, isOrdered }: Queue, message: readonly string[]): string =>
  `${name}${isOrdered ? '!' : '!!'}${message.join(', ')}`;

/** Returns the types of the values of an event as its receiver declares it. */
function signatureOf({ program }: Writing, event: string, receiver: EntityId): readonly Type[] {
  const builtIn = builtIns[event];
  if (builtIn !== undefined) return builtIn;
  const named = program.model.events.filter(({ name }) => name === event);
  const machine = program.machineOf[receiver]?.name;
  const declared =
    named.find((each) => each.machine !== undefined && each.machine === machine) ??
    named.find((each) => each.machine === undefined) ??
    named[0];
  return declared?.parameters.map(({ type }) => type) ?? [];
}

const builtIns: Readonly<Record<string, readonly Type[] | undefined>> = tableOf({
  restarted: [],
  freed: [
    { kind: 'entity', of: 'resource' },
    { kind: 'entity', of: 'pd' },
  ],
  lost: [{ kind: 'entity', of: 'space' }],
});

/** Returns the shapes of the values of a message. Throws `NotCovered` for a value of no finite type. */
export const argumentShapes = (writing: Writing, event: string, receiver: EntityId): FiniteShape[] =>
  signatureOf(writing, event, receiver).map((type) => {
    const shape = finiteShape(writing.program.model, type);
    if (shape.kind === 'map') throw new NotCovered('a map in a message');
    return shape;
  });

/** Returns the names of the values of a message while it is handled. */
export const argumentNames = (arity: number, prefix = 'arg'): string[] =>
  Array.from({ length: arity }, (_, index) => `${prefix}${index}`);
