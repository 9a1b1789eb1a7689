/**
 * Lays out the shown part whenever the model, the choice or the form of the window changes. An unchanged layout is
 * kept. If names could not be read in the whole picture, more is closed beforehand.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import type { Arrangement } from '../../../../language/src/model/view.ts';
import { withRouting } from '../../../../language/src/view/layout/arrangement.ts';
import type { Before } from '../../../../language/src/view/layout/before.ts';
import type { Size } from '../../../../language/src/view/layout/layout-graph.ts';
import { withMoves } from '../../../../language/src/view/layout/moved.ts';
import type { Placement } from '../../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../../language/src/view/layout/sizes.ts';
import { seenAtAGlance } from '../../../../language/src/view/shown/at-a-glance.ts';
import { shownOf, type ViewChoice } from '../../../../language/src/view/shown/shown.ts';
import { drawnAtMost, drawnOf, partKey } from '../choice.ts';
import { closedFurther, legible, type Legible } from '../legible.ts';
import type { PageEvent, PageState, Picture } from '../page-state.ts';
import { haveSameLayout } from '../same-layout.ts';
import type { PageProps } from './use-messages.ts';
import type { Viewport } from '../viewport.ts';
import { pageMargin, readsWell } from '../views.ts';

const nothing: Placement = { boxes: new Map(), routes: new Map(), width: 1, height: 1, engine: 'elk' };

interface Shown {
  readonly viewport: { readonly current: Viewport | undefined };
}

/** The last layout. */
interface Settled extends Pick<PageState, 'choice' | 'arrangement'> {
  readonly uri: string;
  readonly chosen: Arrangement;
  moves: PageState['moves'];
  readonly before: Before | undefined;
}

/** Decides how much of a part can be drawn legibly: once for each part, window and limit. */
interface Glance {
  readonly key: string;
  readonly above: number;
}

/** Requests layouts; each picture that arrives is an event. */
export function useLayout(
  { layout, measure, viewport }: Pick<PageProps, 'layout' | 'measure'> & Shown,
  state: PageState,
  dispatch: (event: PageEvent) => void,
): void {
  const { model, choice, arrangement, isTable, groupAbove, moves, usual } = state;
  const settled = useRef<Settled | undefined>(undefined);
  const glance = useRef<Glance | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  useNewForm({ latest, viewport }, dispatch);
  // At once: the layout may be ready before the page has painted.
  useLayoutEffect(() => {
    if (model === undefined) {
      layout.cancel();
      return;
    }
    const room = roomFor();
    const isArranged = (settled.current?.arrangement ?? arrangement) === arrangement;
    const chosen = { ...usual, ...choice.arrangement };
    const isAlike = JSON.stringify(settled.current?.chosen ?? chosen) === JSON.stringify(chosen);
    // An edit keeps positions; another choice is another picture.
    const isEdit = settled.current?.uri === model.uri && settled.current.choice === choice && isArranged && isAlike;
    const key = JSON.stringify([model.uri, partKey(choice), arrangement, groupAbove, chosen]);
    const window = { width: room.width - 2 * pageMargin, height: room.height - 2 * pageMargin };
    const isFree = !isTable && !isEdit && !stays(choice, glance.current?.key === key);
    const legibleFrom = (above: number): Legible =>
      legible(model.graph, choice, above, { window, measure, arrangement: chosen });
    const show = ({ above, isLegible }: Legible): void => {
      glance.current = { key, above };
      // A table lists what a picture only counts.
      const { graph, hidden } = isTable ? shownOf(model.graph, choice) : drawnOf(model.graph, choice, above);
      const isTooLarge = graph.nodes.length > drawnAtMost;
      const shown = {
        ...model,
        whole: model.graph,
        choice,
        graph,
        hidden,
        above,
        isTooLarge,
        isEdit,
        arrangement,
        moves,
      };
      const onPlaced = (placement: Placement, isFirst = false): void => {
        dispatch({ type: 'drawn', picture: { ...shown, isFirst, placement } });
      };
      const { picture } = latest.current;
      const isLast = picture?.uri === model.uri && !picture.isTooLarge && !picture.isFirst;
      const last = isLast ? picture : undefined;
      const isSame = isArranged && isAlike && last !== undefined && haveSameLayout(last.graph, graph);
      const kept = isSame ? withNewMoves(last, settled.current, moves) : undefined;
      const known = isTooLarge || graph.nodes.length === 0 ? nothing : kept;
      if (known !== undefined) {
        layout.cancel();
        onPlaced(known);
        return;
      }
      const wanted = layoutGraphOf(graph, measure);
      layout.request({
        graph: wanted,
        window,
        arrangement: chosen,
        before: isEdit ? settled.current?.before : undefined,
        isFirst: last === undefined,
        onPlaced: (placement, is) => {
          // The estimate may be wrong.
          const isMisjudged = is.last && isLegible && !readsWell(placement, room);
          const less = isMisjudged ? closedFurther(model.graph, choice, above, graph.nodes.length) : undefined;
          if (less !== undefined) {
            show(legibleFrom(less));
            return;
          }
          const before = placement.engine === 'simple' ? undefined : { graph: wanted, placement };
          settled.current = { uri: model.uri, choice, arrangement, moves, chosen, before };
          onPlaced(drawnPlacement(arranged(before ?? { graph: wanted, placement }, moves, chosen), graph), !is.last);
        },
      });
    };
    const above = glance.current?.key === key ? glance.current.above : groupAbove;
    show(isFree && groupAbove <= seenAtAGlance ? legibleFrom(above) : { above, isLegible: false });
  }, [model, choice, arrangement, isTable, groupAbove, moves, usual]);
}

/** Returns the last placement, with boxes where they were moved since. */
function withNewMoves(
  { placement, graph }: Picture,
  settled: Settled | undefined,
  moves: PageState['moves'],
): Placement {
  if (settled?.before === undefined || settled.moves === moves) return placement;
  settled.moves = moves;
  return drawnPlacement(arranged(settled.before, moves, settled.chosen), graph);
}

/** Returns a layout with boxes where they were moved, and lines that run as they are chosen to. */
const arranged = ({ graph, placement }: Before, moves: PageState['moves'], { routing }: Arrangement): Placement =>
  withRouting(graph, withMoves(graph, placement, moves), routing);

/**
 * Returns true if nothing more may be closed: after boxes were opened or closed by hand, and while something is asked
 * for of a picture that is there, so that as little as possible moves.
 */
const stays = ({ closed, opened = [], asked = [] }: ViewChoice, isThere: boolean): boolean =>
  closed.length + opened.length > 0 || (isThere && asked.length > 0);

/** Returns the placement without what is not drawn: the columns of managers with their spaces. */
function drawnPlacement(placement: Placement, { nodes }: GraphView): Placement {
  if (placement.boxes.size === nodes.length) return placement;
  const boxes = nodes.flatMap(({ id }) => {
    const box = placement.boxes.get(id);
    return box === undefined ? [] : [[id, box] as const];
  });
  return { ...placement, boxes: new Map(boxes) };
}

/** The room that the tools take while there is no picture yet, in pixels. */
const toolsHeight = 33;

/** Returns the room for the picture, in pixels: that of the page, before there is a picture. */
function roomFor(): Size {
  const stage = document.querySelector('.stage');
  const { clientWidth: width, clientHeight: height } = stage ?? document.documentElement;
  return { width: Math.max(200, width), height: Math.max(200, height - (stage === null ? toolsHeight : 0)) };
}

/** A window that is resized by more than this share is another one. */
const muchResized = 1 / 3;
/** The milliseconds after which a resized window stays as it is. */
const idle = 350;

/**
 * Lays everything out again when the form of the window has changed much, or a picture that was seen as a whole is cut
 * off, as soon as the window stays so.
 */
function useNewForm(
  { latest, viewport }: Shown & { readonly latest: { readonly current: PageState } },
  dispatch: (event: PageEvent) => void,
): void {
  const form = useRef<Size | undefined>(undefined);
  const isDrawn = latest.current.picture !== undefined;
  useEffect(() => {
    if (!isDrawn) return undefined;
    let timer: number | undefined;
    form.current ??= roomFor();
    const resizing = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        const [before, now] = [form.current, roomFor()];
        const { picture } = latest.current;
        if (document.querySelector('.stage') === null || before === undefined || picture === undefined) return;
        // Whoever has moved the picture has chosen what is seen of it.
        const wasWhole = viewport.current?.isFitted() === true && readsWell(picture.placement, before);
        const isCutOff = wasWhole && !readsWell(picture.placement, now);
        if (!isCutOff && !isOther(before.width, now.width) && !isOther(before.height, now.height)) return;
        form.current = now;
        dispatch({ type: 'arranged' });
      }, idle);
    });
    resizing.observe(document.querySelector('.page > main') ?? document.body);
    return () => {
      clearTimeout(timer);
      resizing.disconnect();
    };
  }, [isDrawn]);
}

const isOther = (before: number, now: number): boolean => Math.abs(now - before) > before * muchResized;
