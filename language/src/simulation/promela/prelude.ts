/**
 * What is under way at the start, and is put into the channels before anything else happens.
 */
import type { Message } from '../run.ts';
import { argumentShapes, queueBetween } from './queues.ts';
import { numberOf } from './shapes.ts';
import { NotCovered } from './uncovered.ts';
import type { Writing } from './writing.ts';
import { covered, deferredName, eventNumber } from './writing.ts';

/** What is under way at the start: puts it into the channels. */
export function preludeOf(writing: Writing): string[] {
  const { start, check } = writing;
  return covered(writing, check.place, [], () => {
    const send = (name: string, numbers: readonly number[], { to, event, arguments: values }: Message): string => {
      const shapes = argumentShapes(writing, event, to);
      writing.arriving.add(`${to} ${event}`);
      const texts = shapes.map((shape, index) => String(numberOf(values[index] ?? null, shape)));
      while (texts.length < writing.arity) texts.push('0');
      return `${name}!${[...numbers, ...texts.slice(0, writing.arity)].join(', ')}`;
    };
    const under = start.agenda.flatMap(({ due }) => {
      if (due.kind !== 'message') return [];
      const queue = queueBetween(writing, due.message.from, due.message.to);
      if (queue === undefined || !due.isOrdered) throw new NotCovered('a message under way that keeps no order');
      return [send(queue.name, [eventNumber(writing, due.message.event)], due.message)];
    });
    const kept = [...start.deferred.values()]
      .flat()
      .map((message) =>
        send(deferredName(message.to), [message.from ?? -1, eventNumber(writing, message.event)], message),
      );
    return [...under, ...kept];
  });
}
