/**
 * Keyboard navigation between steps, and the visible rows of a long list.
 */

/** The height of a row, in pixels. */
export const rowHeight = 22;

/** Returns the step that a key leads to; nothing for keys that do not move. */
export function stepAfter(
  key: string,
  step: number,
  { last, page }: { readonly last: number; readonly page: number },
): number | undefined {
  const within = (wanted: number): number => Math.max(0, Math.min(last, wanted));
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return within(step - 1);
    case 'ArrowDown':
    case 'ArrowRight':
      return within(step + 1);
    case 'PageUp':
      return within(step - page);
    case 'PageDown':
      return within(step + page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The visible part of a list. */
export interface VisibleSteps {
  /** The scroll position and the height, in pixels. */
  readonly top: number;
  readonly height: number;
}

/** Returns the first and the last row to draw: the visible ones, and some more on either side. */
export function rowsInSight(
  { top, height }: VisibleSteps,
  last: number,
): { readonly from: number; readonly to: number } {
  const more = 10;
  return {
    from: Math.max(0, Math.floor(top / rowHeight) - more),
    to: Math.min(last, Math.ceil((top + height) / rowHeight) + more),
  };
}

/** Returns the scroll position that makes a row visible; unchanged if it already is. */
export function scrollTo({ top, height }: VisibleSteps, step: number): number {
  const start = step * rowHeight;
  if (start < top) return start;
  return start + rowHeight > top + height ? start + rowHeight - height : top;
}
