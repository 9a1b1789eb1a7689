/**
 * Keeps the visible part of the picture over edits and hiding, until the user moves it.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isSamePart } from '../choice.ts';
import type { Selection } from '../../../../language/src/drawing/graph/selection.ts';
import type { Box } from '../../../../language/src/view/layout/placement.ts';
import { createViewport, type Viewport } from '../viewport.ts';
import { steadyView, type View } from '../views.ts';
import type { Picture } from '../page-state.ts';

/** The picture, and the receivers of movements. */
export interface WatchedPicture {
  readonly picture: Picture;
  readonly selection: Selection | undefined;
  /** The view before the page was hidden or reloaded. */
  readonly savedView: View | undefined;
  readonly onMoved: (view: View) => void;
  readonly onViewport: (viewport: Viewport) => void;
}

/** Another form of the same picture is fitted like the first if it can be read then; an edit moves nothing. */
const isFittedAgain = (port: Viewport, last: Picture, picture: Picture): boolean =>
  !picture.isEdit && (last.arrangement !== picture.arrangement || port.reads(picture.placement));

/** Keeps the visible part; returns the viewport that moves it. */
export function useViewport(
  svg: { readonly current: SVGSVGElement | null },
  layer: { readonly current: SVGGElement | null },
  { picture, selection, savedView, onMoved, onViewport }: WatchedPicture,
): { readonly current: Viewport | undefined } {
  const viewport = useRef<Viewport | undefined>(undefined);
  const moved = useRef(onMoved);
  moved.current = onMoved;
  const before = useRef<Picture | undefined>(undefined);
  const restored = useRef(false);
  const selected = selection?.type === 'node' ? selection.id : undefined;
  // What a smaller window still shows: what is selected, and what was asked for, such as what a plan crashes.
  const wanted = useRef<readonly Box[]>([]);
  const { asked = [] } = picture.choice;
  wanted.current = [...(selected === undefined ? [] : [selected]), ...asked].flatMap(
    (id) => picture.placement.boxes.get(id) ?? [],
  );
  useLayoutEffect(() => {
    if (svg.current === null || layer.current === null) return undefined;
    const created = createViewport(svg.current, layer.current, (view) => {
      moved.current(view);
    });
    viewport.current = created;
    onViewport(created);
    return created.dispose;
  }, []);
  useLayoutEffect(() => {
    const [port, element, last] = [viewport.current, svg.current, before.current];
    if (port === undefined || element === null) return;
    before.current = picture;
    const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    const isSameDocument = last?.uri === picture.uri;
    // Another part is another picture; opening or closing a container keeps the view.
    const isSamePicture = last !== undefined && isSameDocument && isSamePart(last.choice, picture.choice);
    const isRefined = last?.placement.engine === 'simple' && picture.placement.engine !== 'simple';
    // The saved view belongs to the refined layout; a simple one may come first again.
    const isRestored = savedView !== undefined && (last === undefined || (isRefined && restored.current));
    restored.current = isRestored;
    // What moves under the hand moves alone.
    if (isSamePicture && last.moves !== picture.moves) return;
    if (isRestored) port.set(savedView);
    else if (isSamePicture && !(port.isFitted() && (isRefined || isFittedAgain(port, last, picture)))) {
      port.set(steadyView(port.view(), { before: last.placement, after: picture.placement, middle, selected }));
    } else if (isSameDocument && port.isWhole()) port.fit(picture.placement);
    // A request for the whole picture also holds for the next part, which may have been under way.
    else port.begin(picture.placement, () => wanted.current);
  }, [picture.uri, picture.placement]);
  useEffect(() => {
    if (wanted.current.length > 0) viewport.current?.reveal(() => wanted.current);
  }, [asked.join('\n'), selected]);
  return viewport;
}
