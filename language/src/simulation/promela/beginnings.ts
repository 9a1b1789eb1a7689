/**
 * The beginning of machines whose entity comes to life in a step: in that step, before any other machine goes on by
 * itself.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { writeCompletion } from './completion.ts';
import { beginName, beginnings } from './lives.ts';
import { outcomes, writeOffer, writeStart } from './machines.ts';
import { deferrableOf, deferral } from './moves.ts';
import { block } from './terms/statements.ts';
import { all, bool, type Term } from './terms/terms.ts';
import { scratch, type Writing } from './terms/writing.ts';

/** Returns the condition that no machine has yet to begin. */
export const noneBegins = (writing: Writing): Term =>
  all(...beginning(writing).map((entity) => bool(`${scratch(writing, beginName(entity))} == ${beginnings.none}`)));

const beginning = ({ mortal, program }: Writing): EntityId[] =>
  [...mortal].filter((entity) => program.machineOf[entity] !== undefined).sort((a, b) => a - b);

/**
 * Writes the beginning of the first machine that has yet to begin, where no other one has to go on before; then it is
 * the one that goes on.
 */
export const writeBeginnings = (writing: Writing): string[] =>
  beginning(writing).map((entity) => {
    const [begin, only] = [scratch(writing, beginName(entity)), scratch(writing, 'only')];
    const offer = writeOffer(writing, entity, 'restarted');
    const hasChoice = offer.length > 1;
    const restarted = [
      ...offer,
      ...deferral(writing, entity, 'restarted'),
      `${scratch(writing, 'first')} = outcome`,
      ...writeCompletion(writing, entity, deferrableOf(writing, entity)),
      // A first state that is left at once is a choice, which observes nothing.
      `if\n:: first == ${outcomes.dropped} ->\n${block(offer)}\n:: else\nfi`,
    ];
    const begins = [
      ...writeStart(writing, entity),
      ...(hasChoice ? [`if\n:: ${begin} == ${beginnings.restarted} ->\n${block(restarted)}\n:: else\nfi`] : []),
      `${begin} = ${beginnings.none}`,
      `${only} = ${entity}`,
    ];
    return `if\n:: ${only} < 0 && ${begin} != ${beginnings.none} ->\n${block(begins)}\n:: else\nfi`;
  });
