/**
 * Describes what happened in a step of a run, for traces in text, in the editor and in JSON.
 */
import { faultWord } from '../../simulation/play/recording/fault-words.ts';
import { entityName } from '../../model/model.ts';
import type { PlaceId } from '../../model/machines/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { wordList } from '../../model/common/word-list.ts';
import { textOf } from '../../simulation/program/expressions.ts';
import { dueText } from '../../simulation/program/observe.ts';
import type { Played } from '../../simulation/play/player.ts';
import { outside } from '../../simulation/kernel/lease/leases.ts';
import type { Effect, Program } from '../../simulation/kernel/run.ts';
import { stepTextAt } from '../../simulation/play/recording/step-texts.ts';
import { t } from '../../model/common/translation.ts';

/**
 * Returns what happened in one turn: `Save(1) from boss to a`, `crash fs`, `expect db alive: holds`. The effects
 * describe what came from outside, which is not in the text.
 */
export function playedText(program: Program, played: Played, effects: readonly Effect[] = []): string {
  switch (played.kind) {
    case 'started':
      return 'start';
    case 'due':
      return dueText(program, played.due);
    case 'acted':
      return stepTextAt(program.model, played.place) ?? outsideText(program, effects);
    case 'judged': {
      const step = stepTextAt(program.model, played.place) ?? `expect ${played.judgement.expected}`;
      return `${step}: ${played.judgement.holds ? t`holds` : t`fails`}`;
    }
    case 'restart':
    case 'resume':
      return t`recovery: ${faultWord(played.kind)} ${struckText(program, played)}`;
    case 'crash':
    case 'halt':
    case 'pause':
      return t`fault: ${faultWord(played.kind)} ${struckText(program, played)}`;
    default:
      return t`fault: ${faultWord(played.kind)} ${played.due === undefined ? '' : dueText(program, played.due)}`;
  }
}

/** Returns what a fault strikes: `a`, or `a and b together`. */
export function struckText(
  program: Program,
  { entity, others = [] }: { readonly entity: EntityId; readonly others?: readonly EntityId[] },
): string {
  const names = wordList([entity, ...others].map((id) => nameIn(program, id)));
  return others.length === 0 ? names : t`${names} together`;
}

function outsideText(program: Program, effects: readonly Effect[]): string {
  const sent = effects.find((effect) => effect.kind === 'sent');
  if (sent === undefined) return setText(program, effects);
  return t`from outside: ${dueText(program, { kind: 'message', message: sent.message, isOrdered: true })}`;
}

function setText(program: Program, effects: readonly Effect[]): string {
  const assigned = effects.find((effect) => effect.kind === 'assigned');
  if (assigned === undefined) return t`something from outside`;
  const { owner, name, after } = assigned;
  return t`by hand: set ${nameIn(program, Number(owner))}.${name} = ${textOf(program, after)}`;
}

/** Returns the entity that a turn is about, if there is one. */
export function playedEntity(played: Played): EntityId | undefined {
  switch (played.kind) {
    case 'started':
    case 'judged':
      return undefined;
    case 'acted':
      return played.to;
    case 'due':
      if (played.due.kind === 'message') return played.due.message.to;
      return played.due.entity === outside ? undefined : played.due.entity;
    default:
      return played.entity;
  }
}

/** Returns the source location of a turn, if there is one. */
export function playedPlace(program: Program, played: Played): PlaceId | undefined {
  if (played.kind === 'acted' || played.kind === 'judged') return played.place;
  if (played.kind === 'started' || played.due === undefined) return undefined;
  const { due } = played;
  if (due.kind === 'message' || due.kind === 'delayed') return due.message.place;
  return due.kind === 'timer' ? program.machineOf[due.entity]?.transitions[due.transition]?.place : undefined;
}

/** Returns the qualified name of an entity. */
export const nameIn = ({ model }: Program, id: EntityId): string => entityName(model, id);
