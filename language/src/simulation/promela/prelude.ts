/** Messages under way at the start, which are put into the channels before anything else happens. */
import type { Message } from '../kernel/run.ts';
import { argumentShapes, insertMessage, queueBetween } from './queues.ts';
import { numberOf } from './terms/shapes.ts';
import { NotCovered } from './terms/uncovered.ts';
import { covered, deferredName, eventNumber, type Writing } from './terms/writing.ts';

/** Writes statements that put what is under way at the start into the channels. */
export function preludeOf(writing: Writing): string[] {
  const { start, check } = writing;
  return covered(writing, check.place, [], () => {
    const valuesOf = ({ to, event, arguments: values }: Message): string[] => {
      const shapes = argumentShapes(writing, event, to);
      writing.arriving.add(`${to} ${event}`);
      const texts = shapes.map((shape, index) => String(numberOf(values[index] ?? null, shape)));
      while (texts.length < writing.arity) texts.push('0');
      return [String(eventNumber(writing, event)), ...texts.slice(0, writing.arity)];
    };
    const under = start.agenda.flatMap(({ due }) => {
      if (due.kind !== 'message') return [];
      const queue = queueBetween(writing, due.message.from, due.message.to);
      if (queue?.isOrdered !== due.isOrdered)
        throw new NotCovered('a message under way on a channel that is no longer its own');
      return [insertMessage(queue, valuesOf(due.message))];
    });
    const kept = [...start.deferred.values()]
      .flat()
      .map((message) => `${deferredName(message.to)}!${[message.from ?? -1, ...valuesOf(message)].join(', ')}`);
    return [...under, ...kept];
  });
}
