/**
 * The accessible text of the picture of a plan, and its navigation by arrow keys.
 */
import type { TimelineBox, TimelineSide } from '../../view/report/report.ts';
import type { PlacedTimeline } from '../../view/report/timeline-layout.ts';
import { effectWords } from '../graph/words.ts';
import { t } from '../../model/common/translation.ts';

/** Returns a box in words: its name, its effect, the time, and whether the other plan differs. */
export function timelineBoxWords({ text, detail, sign, isDifferent }: TimelineBox, column: string): string {
  const words = [
    text,
    ...(detail === undefined || detail === '' ? [] : [detail]),
    ...(effectWords[sign] === detail ? [] : [effectWords[sign]]),
    column,
    ...(isDifferent ? [t`different under the other policy`] : []),
  ];
  return words.join(', ');
}

/** Returns the box that an arrow key leads to: up and down within a column, otherwise the nearest one of the next. */
export function nextBox(
  { columns }: TimelineSide,
  { boxes }: PlacedTimeline,
  from: string,
  key: string,
): string | undefined {
  const byHeight = columns.map((column) =>
    column.boxes.map(({ id }) => ({ id, y: boxes.get(id)?.y ?? 0 })).sort((a, b) => a.y - b.y),
  );
  const at = byHeight.findIndex((column) => column.some(({ id }) => id === from));
  const column = byHeight[at] ?? [];
  const place = column.findIndex(({ id }) => id === from);
  const y = column[place]?.y ?? 0;
  const nearest = (others: typeof column = []): string | undefined =>
    others.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0]?.id;
  const filled = (others: typeof byHeight) => others.find((each) => each.length > 0);
  switch (key) {
    case 'ArrowUp':
      return column[place - 1]?.id;
    case 'ArrowDown':
      return column[place + 1]?.id;
    case 'ArrowLeft':
      return nearest(filled(byHeight.slice(0, Math.max(0, at)).toReversed()));
    case 'ArrowRight':
      return nearest(filled(byHeight.slice(at + 1)));
    case 'Home':
      return filled(byHeight)?.[0]?.id;
    case 'End':
      return filled(byHeight.toReversed())?.at(-1)?.id;
    default:
      return undefined;
  }
}
