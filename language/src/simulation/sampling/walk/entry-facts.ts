/** What is known of the entries of agendas, by their numbers. */
import { orderedPair } from '../../kernel/agenda.ts';
import { receiversOf } from '../../play/strikes.ts';
import type { WalkContext } from './kernel-moves.ts';
import type { EntryFacts } from './move-effects.ts';

/** Creates lists of no entries; `meet` has to be called for each number before it is looked up. */
export function createEntryFacts({ code, environment, program }: WalkContext) {
  const [pairs, groups] = [new Map<number, number>(), new Map<number, number>()];
  const numberIn = (numbers: Map<number, number>, key: number): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const facts: EntryFacts = {
    ...{ pair: new Int32Array(16), group: new Int32Array(16) },
    isDeletion: new Uint8Array(16),
    struck: environment.faults.map(() => new Uint8Array(16)),
    pairs: 0,
  };
  let met = new Uint8Array(16);
  const grow = (size: number): void => {
    const longer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
      const grown = new Uint8Array(size);
      grown.set(bytes);
      return grown;
    };
    const longerNumbers = (numbers: Int32Array): Int32Array => {
      const grown = new Int32Array(size);
      grown.set(numbers);
      return grown;
    };
    met = longer(met);
    [facts.pair, facts.group] = [longerNumbers(facts.pair), longerNumbers(facts.group)];
    facts.isDeletion = longer(facts.isDeletion);
    for (const [fault, struck] of facts.struck.entries()) facts.struck[fault] = longer(struck);
  };
  return {
    facts,
    meet: (id: number): void => {
      if (id >= met.length) grow(2 * id);
      if (met[id] === 1) return;
      met[id] = 1;
      const due = code.dues.get(id);
      const [pair, receivers] = [orderedPair(due), receiversOf(due)];
      facts.pair[id] = pair === undefined ? -1 : numberIn(pairs, pair);
      facts.pairs = pairs.size;
      facts.group[id] =
        due.kind === 'message' && due.message.from !== undefined
          ? numberIn(groups, due.message.from * program.model.entities.length + due.message.to)
          : -1;
      facts.isDeletion[id] = Number(due.kind === 'deletion');
      for (const [fault, { of }] of environment.faults.entries())
        facts.struck[fault]?.fill(Number(receivers.some((entity) => of?.has(entity) ?? true)), id, id + 1);
    },
  };
}
