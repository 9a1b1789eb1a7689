/**
 * A start or a recovery as columns in time: what the crash destroys, the steps in which everything comes to life, and
 * what is broken or dead even then, with what waits for what as lines.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { ReportTimeline, TimelineColumn, TimelineLine } from './report.ts';
import { type AnyStart, startEffects, type StartEffect, startEventOf } from './start-overlay.ts';
import type { Targets } from './targets.ts';
import { column, type Event, linesShown } from './timeline.ts';
import { t } from '../../model/common/translation.ts';

/** The most entities drawn one by one: with more, similar siblings of one layer share a box. */
const drawnSingly = 60;

/** Returns the picture of a start or a recovery. */
export function startTimeline(plan: AnyStart, targets: Targets): ReportTimeline {
  const { model } = plan;
  const effects = startEffects(plan);
  const isLarge = plan.layers.flat().length > drawnSingly;
  const shown = (title: string, fits: (effect: StartEffect) => boolean, step?: number) => {
    const events = new Map<EntityId, Event>();
    for (const { entity, kind, detail, because } of effects.filter(fits)) {
      const { type, kind: is } = itemAt(model.entities, entity);
      if (!events.has(entity))
        events.set(entity, {
          ...{ entity, because, sign: kind, detail: detail ?? (kind === 'started' ? (type ?? is) : kind) },
          ...(step !== undefined && { step }),
        });
    }
    return { title, step, ...column([...events.values()], { model, targets, isLarge }) };
  };
  const steps = plan.layers.map((_, place) =>
    shown(t`Step ${place + 1}`, ({ kind, step }) => kind === 'started' && step === place + 1, place + 1),
  );
  const before = shown(t`Crash`, ({ kind }) => kind === 'destroyed');
  const after = shown(t`Afterwards`, ({ kind }) => kind !== 'destroyed' && kind !== 'started');
  const columns = [
    ...(before.boxes.length === 0 ? [] : [before]),
    ...steps,
    ...(after.boxes.length === 0 ? [] : [after]),
  ];
  const boxOf = new Map(steps.flatMap(({ members }) => [...members]));
  const { lines, isCut } = waitLines(plan, targets, boxOf);
  const more = columns.reduce((sum, each) => sum + each.more, 0);
  const notes = [
    ...(more > 0 ? [t`${more} more are not drawn; see the lists below or the command line.`] : []),
    ...(isCut ? [t`Not all that waits is drawn as a line; the columns keep the order.`] : []),
  ];
  const event = startEventOf(plan);
  return {
    kind: 'timeline',
    title: t`Picture`,
    sides: [
      {
        title: event.charAt(0).toUpperCase() + event.slice(1),
        columns: columns.map(({ title, step, boxes, more: rest }): TimelineColumn => ({
          ...{ title, boxes, more: rest },
          ...(step !== undefined && { step }),
        })),
        lines,
      },
    ],
    empty: t`Nothing starts.`,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

/** Returns a line from what is waited for to what waits, one for each two boxes. */
function waitLines(
  { layers }: AnyStart,
  { nameOf, chain }: Targets,
  boxOf: ReadonlyMap<EntityId, string>,
): { readonly lines: readonly TimelineLine[]; readonly isCut: boolean } {
  const lines = new Map<string, TimelineLine>();
  for (const { entity, waits } of layers.flat()) {
    for (const { on, because, least, among } of waits) {
      const [from, to] = [boxOf.get(on), boxOf.get(entity)];
      const key = `${from ?? ''} ${to ?? ''}`;
      if (from === undefined || to === undefined || from === to || lines.has(key)) continue;
      if (lines.size === linesShown) return { lines: [...lines.values()], isCut: true };
      const number = among > least ? t` (${String(least)} of ${String(among)})` : '';
      const text = t`${nameOf(entity)} after ${nameOf(on)}${number}`;
      lines.set(key, { from, to, kind: 'order', text, because: chain(because) });
    }
  }
  return { lines: [...lines.values()], isCut: false };
}
