/**
 * The rows of a trace: the event of a step, its notes, and the outcome of its expectation.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Sources } from '../../../model/model.ts';
import type { Span } from '../../../model/span.ts';
import type { Effect, Program } from '../../../simulation/kernel/run.ts';
import type { StepRecord } from '../../../simulation/play/recording/timeline.ts';
import { durationText } from '../../../simulation/values/values.ts';
import { nameIn, playedEntity, playedPlace, playedText } from '../step-text.ts';
import type { StepNote, StepRow } from './trace.ts';
import { t } from '../../../model/common/translation.ts';

/** Returns the row of a step; without sources nothing in it has a span. */
export function stepRow(
  program: Program,
  sources: Sources | undefined,
  { step, at, played, effects }: StepRecord,
): StepRow {
  const spanAt = (place: PlaceId | undefined): { readonly span?: Span } => {
    const span = place === undefined ? undefined : sources?.places[place];
    return span === undefined ? {} : { span };
  };
  const entity = playedEntity(played);
  const notes = folded(effects.flatMap((effect) => noteOf(program, effect) ?? [])).map(({ note, place }): StepNote => ({
    ...note,
    ...spanAt(place),
  }));
  const error = played.kind === 'judged' ? undefined : played.stepped.error;
  if (error !== undefined) notes.push({ kind: 'error', text: error.message, ...spanAt(error.place) });
  return {
    step,
    at,
    time: durationText(at),
    kind: played.kind,
    text: playedText(program, played, effects),
    ...(entity === undefined ? {} : { entity }),
    ...(played.kind === 'judged' ? { verdict: verdictOf(played.judgement) } : {}),
    notes,
    ...spanAt(playedPlace(program, played)),
  };
}

const verdictOf = ({
  holds,
  expected,
  found,
  because,
}: Extract<StepRecord['played'], { readonly kind: 'judged' }>['judgement']): NonNullable<StepRow['verdict']> => ({
  holds,
  expected,
  found,
  because: because.map(({ text }) => text),
});

/** Returns notes with equal reports and remarks of one place joined at the first of them; logs keep their order. */
function folded(notes: readonly PlacedNote[]): readonly PlacedNote[] {
  const counts = new Map<string, number>();
  const keyOf = ({ note, place }: PlacedNote): string | undefined =>
    note.kind === 'report' || note.kind === 'remark' ? `${note.kind} ${place ?? ''} ${note.text}` : undefined;
  const firsts = notes.filter((each) => {
    const key = keyOf(each);
    if (key === undefined) return true;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0;
  });
  return firsts.map((each) => {
    const times = counts.get(keyOf(each) ?? '') ?? 1;
    return times === 1 ? each : { ...each, note: { ...each.note, times } };
  });
}

interface PlacedNote {
  readonly note: StepNote;
  readonly place?: PlaceId | undefined;
}

function noteOf(program: Program, effect: Effect): PlacedNote | undefined {
  switch (effect.kind) {
    case 'logged': {
      const { text, entity } = effect;
      return { note: { kind: 'log', text, ...(entity === undefined ? {} : { entity }) } };
    }
    case 'remarked': {
      const { code, message, place } = effect.remark;
      return { note: { kind: code === 'run/report' ? 'report' : 'remark', text: message }, place };
    }
    case 'notified': {
      const { entity, of, action } = effect;
      const text = t`${nameIn(program, entity)} is notified of ${nameIn(program, of)}: ${action}`;
      return { note: { kind: 'notified', text, entity } };
    }
    default:
      return undefined;
  }
}
