/**
 * Completion of a machine by itself: `always` transitions, and deferred events after each change of state, until
 * nothing is left to do.
 */
import { declaredMachine, type DeclaredMachine } from '../kernel/machines/declared-machine.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { canDefer } from './lives.ts';
import { inside, innermostStates, outcomes, transitionOf, writeOffer, writeTaking } from './machines.ts';
import { argumentNames } from './queues.ts';
import { block, branch, guardOf } from './terms/statements.ts';
import { deferredName, enteredName, eventNumber, scratch, stateName, type Writing } from './terms/writing.ts';

/** Returns true if a machine may have something to do without an event. */
export const isReactive = (writing: Writing, entity: EntityId): boolean =>
  canDefer(writing, entity) ||
  (writing.program.machineOf[entity]?.states.some(({ always }) => always.length > 0) ?? false);

/** Writes the completion of a machine until nothing is left to do; sets `again` if anything was done. */
export function writeCompletion(writing: Writing, entity: EntityId, deferrable: readonly string[]): string[] {
  const declared = declaredMachine(writing.program, entity);
  if (declared === undefined || !isReactive(writing, entity)) return [];
  const again = scratch(writing, 'again');
  const turns = scratch(writing, 'turns');
  const going = scratch(writing, 'going');
  const cases = innermostStates(declared.program).flatMap((index) => writeAlways(writing, entity, declared, index));
  const offered = canDefer(writing, entity) ? writeDeferred(writing, entity, deferrable) : [`${going} = 0`];
  const always = cases.length === 0 ? [] : [`if\n${cases.join('\n')}\n:: else\nfi`];
  const done = scratch(writing, 'done');
  return [
    `${going} = 1`,
    ...(canDefer(writing, entity) ? [`${scratch(writing, 'place')} = 255`] : []),
    `do\n:: going ->\n${block([
      `${done} = 0`,
      ...always,
      `if\n:: ${done} -> ${again} = 1; ${turns}++; assert(${turns} <= MOST)\n:: else ->\n${block(offered)}\nfi`,
    ])}\n:: else -> break\nod`,
  ];
}

function writeAlways(writing: Writing, entity: EntityId, declared: DeclaredMachine, index: number): string[] {
  const always = declared.program.states[index]?.always ?? [];
  if (always.length === 0) return [];
  const around = inside(writing, entity);
  const chain = always.reduceRight<string[]>((rest, transition) => {
    const { guard } = transitionOf(declared.machine, transition);
    const { test, asserts } = guardOf(guard, transition.place, around);
    return [...asserts, ...branch(test, ['done = 1', ...writeTaking(declared, transition, index, around)], rest)];
  }, []);
  return [`:: ${stateName(entity)} == ${index} ->\n${block(chain)}`];
}

/**
 * Writes the offer of the next deferred event: after each change of state the oldest first. `place` is the index of the
 * next one; beyond the end nothing is left to offer, and the machine has gone on as far as it can.
 */
function writeDeferred(writing: Writing, entity: EntityId, deferrable: readonly string[]): string[] {
  const [name, entered, place] = [
    deferredName(entity),
    scratch(writing, enteredName(entity)),
    scratch(writing, 'place'),
  ];
  const [outcome, going] = [scratch(writing, 'outcome'), scratch(writing, 'going')];
  const offers = deferrable.map(
    (event) => `:: event == ${eventNumber(writing, event)} ->\n${block(writeOffer(writing, entity, event))}`,
  );
  const values = argumentNames(writing.arity).map((each) => scratch(writing, each));
  const message = [scratch(writing, 'sender'), scratch(writing, 'event'), ...values].join(', ');
  const others = [
    scratch(writing, 'otherSender'),
    scratch(writing, 'otherEvent'),
    ...argumentNames(writing.arity, 'other').map((each) => scratch(writing, each)),
  ].join(', ');
  const index = scratch(writing, 'counted');
  /** Goes through the whole channel once, which keeps its order. */
  const goThrough = (atPlace: string): string =>
    `${index} = 0; remaining = len(${name});\ndo\n:: ${index} < ${scratch(writing, 'remaining')} -> ${name}?${others};\nif\n:: ${index} == ${place} -> ${atPlace}\n:: else -> ${name}!${others}\nfi;\n${index}++\n:: else -> break\nod`;
  const copies = message.split(', ').map((each, at) => `${each} = ${others.split(', ')[at] ?? '0'}`);
  return [
    `if\n:: ${entered} -> ${entered} = 0; ${place} = 0\n:: else\nfi`,
    `if\n:: ${place} >= len(${name}) -> ${going} = 0\n:: else ->\n${block([
      goThrough(`${copies.join('; ')}; ${name}!${others}`),
      `${outcome} = ${outcomes.dropped}`,
      ...(offers.length === 0 ? [] : [`if\n${offers.join('\n')}\n:: else\nfi`]),
      `if\n:: ${outcome} == ${outcomes.deferred} -> ${place}++\n:: else ->\n${block([
        goThrough('skip'),
        `if\n:: ${outcome} == ${outcomes.taken} -> again = 1\n:: else\nfi`,
      ])}\nfi`,
    ])}\nfi`,
  ];
}
