/**
 * Lists the choices after a step of a run: first what the run itself chooses from or has waiting, then what may come
 * from outside, then faults.
 */
import { movesAmong } from '../../simulation/play/random-run.ts';
import { faultWord } from '../../simulation/play/recording/fault-words.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { canFail, disturbancesNow, outsideNow } from '../../simulation/play/recording/interventions.ts';
import { dueNow } from '../../simulation/kernel/kernel.ts';
import { dueText } from '../../simulation/program/observe.ts';
import type { Choice } from '../../simulation/play/player.ts';
import type { Due, Program, Run } from '../../simulation/kernel/run.ts';
import { stepTextAt } from '../../simulation/play/recording/step-texts.ts';
import { DrawMismatch, type StepRecord, type Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import type { RunChoice, RunChoices } from './run-choice.ts';
import { nameIn, struckText } from './step-text.ts';
import { t } from '../../model/common/translation.ts';

/** The most choices to list. */
const mostChoices = 1000;

/** Returns the choices after a step; undefined if the timeline does not have the step. */
export function runChoices(program: Program, timeline: Timeline, step: number): RunChoices | undefined {
  const drawn = movesAmong(timeline.choices(step));
  const { run, step: reached } = timeline.goTo(step);
  if (reached !== step) return undefined;
  const before = timeline.drawnAt();
  const own = drawn.length > 0 ? drawnChoices(program, run, drawn) : dueChoices(program, run);
  const others = [
    ...outsideChoices(program, run, drawn),
    ...faultChoices(program, run),
    ...networkChoices(program, run),
  ];
  const all = [...own, ...others];
  const next = nextRecord(timeline, step);
  const taken = next === undefined ? undefined : takenOf(all, next, timeline.draws()[before]);
  return {
    step,
    choices: all.slice(0, mostChoices).map((offer) => ({
      ...offer.choice,
      ...entityOf(program, offer),
      isTaken: offer.choice === taken?.choice,
    })),
    others: Math.max(0, all.length - mostChoices),
  };
}

/** A choice with its due entry or entity. */
interface Offer {
  readonly choice: Omit<RunChoice, 'isTaken'>;
  readonly due?: Due;
  readonly entity?: EntityId;
}

/** Returns the entity that an offer is about. */
function entityOf(program: Program, { entity, due }: Offer): Pick<RunChoice, 'entity'> {
  const id = entity ?? (due?.kind === 'message' ? due.message.to : due?.kind === 'timer' ? due.entity : undefined);
  return id === undefined ? {} : { entity: nameIn(program, id) };
}

function drawnChoices(program: Program, run: Run, choices: readonly Choice[]): Offer[] {
  const times = new Map(run.state.agenda.map(({ at, due }) => [due, at]));
  return choices.map((choice) => {
    const { kind, draw, due } = choice;
    const entity = choice.entity ?? choice.to;
    const at = due === undefined || kind !== 'due' ? undefined : times.get(due);
    return {
      choice: {
        group:
          kind === 'due' ? 'run' : kind === 'action' ? 'outside' : choice.entity === undefined ? 'network' : 'fault',
        text: choiceText(program, choice),
        ...(at !== undefined && { at: durationText(at) }),
        move: { kind: 'draw', draw },
      },
      ...(due !== undefined && { due }),
      ...(entity !== undefined && { entity }),
    };
  });
}

function choiceText(program: Program, choice: Choice): string {
  const { kind, place, event, to, entity, others = [], due } = choice;
  if (kind === 'action') {
    const text = place === undefined ? undefined : stepTextAt(program.model, place);
    return text ?? sendText(program, event ?? '', to);
  }
  if (due !== undefined) return kind === 'due' ? dueText(program, due) : `${faultWord(kind)} ${dueText(program, due)}`;
  return `${faultWord(kind)} ${entity === undefined ? '' : struckText(program, { entity, others })}`;
}

function dueChoices(program: Program, { state }: Run): Offer[] {
  return dueNow(state).map((entry) => ({
    choice: {
      group: 'run',
      text: dueText(program, entry.due),
      at: durationText(entry.at),
      move: { kind: 'due', entry: state.agenda.indexOf(entry) },
    },
    due: entry.due,
  }));
}

/** Returns the messages that may come from outside, except those that the run itself may send. */
function outsideChoices(program: Program, run: Run, drawn: readonly Choice[]): Offer[] {
  const known = new Set(drawn.map(({ event, to }) => `${event ?? ''} ${String(to)}`));
  return outsideNow(run).flatMap(({ event, to }): Offer[] => {
    if (event === undefined || to === undefined || known.has(`${event} ${String(to)}`)) return [];
    const move = { kind: 'send', event, to: nameIn(program, to) } as const;
    return [{ choice: { group: 'outside', text: sendText(program, event, to), move }, entity: to }];
  });
}

const sendText = (program: Program, event: string, to: EntityId | undefined): string =>
  t`send ${event}${to === undefined ? '' : t` to ${nameIn(program, to)}`}`;

function faultChoices(program: Program, run: Run): Offer[] {
  return program.model.entities.flatMap(({ id, name }) =>
    (['crash', 'halt', 'restart'] as const).flatMap((kind): Offer[] => {
      if (!canFail(run, kind, id)) return [];
      return [
        { choice: { group: 'fault', text: `${faultWord(kind)} ${name}`, move: { kind, entity: name } }, entity: id },
      ];
    }),
  );
}

function networkChoices(program: Program, run: Run): Offer[] {
  return disturbancesNow(run).flatMap((move): Offer[] => {
    const entry = run.state.agenda[move.entry];
    if (entry === undefined) return [];
    const text = `${faultWord(move.kind)} ${dueText(program, entry.due)}`;
    return [{ choice: { group: 'network', text, at: durationText(entry.at), move }, due: entry.due }];
  });
}

function nextRecord(timeline: Timeline, step: number): StepRecord | undefined {
  try {
    return timeline.records(step + 1, step + 1).at(-1);
  } catch (error) {
    // The recorded next step no longer fits the model.
    if (error instanceof DrawMismatch) return undefined;
    throw error;
  }
}

/**
 * Finds the choice that was taken: a draw is the last choice whose number is not above it; anything else is found by
 * its due entry or entity.
 */
function takenOf(offers: readonly Offer[], { played }: StepRecord, drawn: number | undefined): Offer | undefined {
  if (played.kind === 'started' || played.kind === 'judged') return undefined;
  const byDraw = offers.filter(({ choice: { move } }) => move.kind === 'draw');
  if (byDraw.length > 0 && drawn !== undefined) {
    return byDraw.findLast(({ choice: { move } }) => move.kind === 'draw' && move.draw <= drawn);
  }
  // Several that crash together are no choice of the list.
  if (played.kind === 'acted' || (played.kind !== 'due' && played.others !== undefined)) return undefined;
  const isMeant = ({ due, entity }: Offer): boolean =>
    played.kind === 'due' || played.due !== undefined ? due === played.due : entity === played.entity;
  return offers.find((offer) => offer.choice.move.kind === played.kind && isMeant(offer));
}
