/**
 * The places of a model where a run can be stopped: its transitions, its states, and the steps of its scenarios. A
 * breakpoint elsewhere moves to the nearest of them.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Model, Sources } from '../../../model/model.ts';
import type { Step } from '../../../model/scenario.ts';
import { comparePositions, type Span } from '../../../model/span.ts';

/** A place to stop at. */
export interface StopPlace {
  readonly kind: 'transition' | 'state' | 'step';
  readonly place: PlaceId;
  /** The name of the machine it belongs to. */
  readonly machine?: string;
  /** For a state its name, for others their whole text. */
  readonly span: Span;
}

/** Lists all places of a document, in the order of the text. Cost: O(machines + scenarios). */
export function stopPlaces({ machines, scenarios, checks }: Model, { places }: Sources, uri: string): StopPlace[] {
  const found: StopPlace[] = [];
  const add = (kind: StopPlace['kind'], place: PlaceId, machine?: string): void => {
    const span = places[place];
    if (span?.uri === uri) found.push({ kind, place, span, ...(machine !== undefined && { machine }) });
  };
  for (const { name, states, transitions } of machines) {
    for (const each of transitions) add('transition', each.place, name);
    for (const state of states) {
      add('state', state.place, name);
      for (const each of state.transitions) add('transition', each.place, name);
    }
  }
  for (const { steps } of [...scenarios, ...checks]) {
    for (const step of steps.flatMap(playedSteps)) add('step', step.place);
  }
  return found.sort((a, b) => comparePositions(a.span.start, b.span.start));
}

/** Waiting alone is no step of a run: nothing happens by it. */
function playedSteps(step: Step): readonly Step[] {
  switch (step.kind) {
    case 'run':
      return [];
    case 'at':
      return step.step === undefined ? [] : playedSteps(step.step);
    case 'each':
      return step.body.flatMap(playedSteps);
    default:
      return [step];
  }
}

/**
 * Returns the places that a breakpoint means, all of one line; none if the document has no place. Without a character
 * all that begin on the line are meant. Otherwise the breakpoint moves: out of a block to what it is part of, else to
 * the next line with a place, else to the one before.
 */
export function placesAt(
  all: readonly StopPlace[],
  { line, character }: { readonly line: number; readonly character?: number | undefined },
): readonly StopPlace[] {
  const here = all.filter(({ span }) => span.start.line === line);
  if (here.length > 0) return character === undefined ? here : [nearest(here, character)].flat();
  const around = all.filter(({ span }) => span.start.line < line && span.end.line >= line).at(-1);
  const next = around ?? all.find(({ span }) => span.start.line > line) ?? all.at(-1);
  return next === undefined ? [] : all.filter(({ span }) => span.start.line === next.span.start.line);
}

/** Returns the place that contains a character, the innermost of several; otherwise the next one on the line. */
function nearest(here: readonly StopPlace[], character: number): readonly StopPlace[] {
  const around = here.filter(
    ({ span: { start, end } }) => start.character <= character && (end.line > start.line || end.character >= character),
  );
  const found = around.at(-1) ?? here.find(({ span }) => span.start.character > character) ?? here.at(-1);
  return found === undefined ? [] : [found];
}
