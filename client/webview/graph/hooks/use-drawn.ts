/**
 * Updates what is drawn one by one of a large picture while the view moves over it.
 */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { Drawn } from '../../../../language/src/drawing/graph/picture-parts.ts';
import type { Size } from '../../../../language/src/view/layout/layout-graph.ts';
import { drawnPartsOf, nothingDrawn, type DrawnParts } from '../drawn.ts';
import type { View } from '../views.ts';
import { isLarge } from '../../layout/layout-engines.ts';
import type { Picture } from '../page-state.ts';

/** Returns what to draw of a picture (nothing: everything), and a function to call when the view moves. */
export function useDrawn({ graph, placement, isEdit }: Pick<Picture, 'graph' | 'placement' | 'isEdit'>): {
  readonly drawn: Drawn | undefined;
  readonly moved: (view: View, size: Size) => void;
} {
  const seen = useRef<{ readonly view: View; readonly size: Size } | undefined>(undefined);
  // A changed text may have the same picture, whose view then stays.
  const parts = useMemo(() => (isLarge(graph) ? drawnPartsOf(placement) : undefined), [placement]);
  // An edit keeps the view: what is in it is drawn at once. Any other picture is shown in a view that is still to come.
  const first = useMemo(
    () => parts && (isEdit && seen.current ? parts.at(seen.current.view, seen.current.size) : nothingDrawn),
    [parts],
  );
  const current = useRef<DrawnParts | undefined>(undefined);
  current.current = parts;
  const [last, setLast] = useState<{ readonly of: DrawnParts; readonly drawn: Drawn }>();
  const moved = useCallback((view: View, size: Size) => {
    seen.current = { view, size };
    const of = current.current;
    if (of === undefined) return;
    const drawn = of.at(view, size);
    setLast((before) => (before?.of === of && before.drawn === drawn ? before : { of, drawn }));
  }, []);
  return { drawn: last !== undefined && last.of === parts ? last.drawn : first, moved };
}
