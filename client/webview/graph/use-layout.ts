/**
 * Lays out the shown part whenever the model or the choice changes. An unchanged layout is kept.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Before } from '../../../language/src/view/layout/before.ts';
import { withMoves } from '../../../language/src/view/layout/moved.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../../language/src/view/layout/sizes.ts';
import { drawable } from '../../../language/src/view/shown/drawable.ts';
import { shownOf } from '../../../language/src/view/shown/shown.ts';
import { drawnAtMost, drawnOf } from './choice.ts';
import { haveSameLayout, type PageEvent, type PageState } from './page-state.ts';
import type { PageProps } from './use-messages.ts';

const nothing: Placement = { boxes: new Map(), routes: new Map(), width: 1, height: 1, engine: 'elk' };

/** The last layout. */
interface Settled extends Pick<PageState, 'choice' | 'arrangement'> {
  readonly uri: string;
  moves: PageState['moves'];
  readonly before: Before | undefined;
}

/** Requests layouts; each picture that arrives is an event. */
export function useLayout(
  { layout, measure }: Pick<PageProps, 'layout' | 'measure'>,
  state: PageState,
  dispatch: (event: PageEvent) => void,
): void {
  const { model, choice, arrangement, isTable, moves } = state;
  const settled = useRef<Settled | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  // At once: the layout may be ready before the page has painted.
  useLayoutEffect(() => {
    if (model === undefined) {
      layout.cancel();
      return;
    }
    const { graph: shown, hidden } = shownOf(model.graph, choice);
    const isArranged = (settled.current?.arrangement ?? arrangement) === arrangement;
    const drawn = drawnOf(model.graph, shown, choice);
    // A table lists what a picture only counts.
    const isTooLarge = shown.nodes.length > drawnAtMost || (isTable && drawn !== shown);
    const graph = isTooLarge ? shown : drawable(drawn);
    const onPlaced = (placement: Placement, isFirst = false): void => {
      dispatch({
        type: 'drawn',
        picture: { ...model, whole: model.graph, choice, graph, hidden, isTooLarge, isFirst, placement, moves },
      });
    };
    const { picture } = latest.current;
    const isLast = picture?.uri === model.uri && !picture.isTooLarge && !picture.isFirst;
    const last = isLast ? picture : undefined;
    const isSame = isArranged && last !== undefined && haveSameLayout(last.graph, graph);
    const kept = isSame ? withNewMoves(last.placement, settled.current, moves) : undefined;
    const known = isTooLarge || graph.nodes.length === 0 ? nothing : kept;
    if (known !== undefined) {
      layout.cancel();
      onPlaced(known);
    } else {
      const wanted = layoutGraphOf(graph, measure);
      // An edit keeps positions; another choice is another picture.
      const isEdit = settled.current?.uri === model.uri && settled.current.choice === choice && isArranged;
      layout.request({
        graph: wanted,
        before: isEdit ? settled.current?.before : undefined,
        isFirst: last === undefined,
        onPlaced: (placement, is) => {
          const before = { graph: wanted, placement };
          settled.current = {
            uri: model.uri,
            choice,
            arrangement,
            moves,
            before: placement.engine === 'simple' ? undefined : before,
          };
          onPlaced(withMoves(wanted, placement, moves), !is.last);
        },
      });
    }
  }, [model, choice, arrangement, isTable, moves]);
}

/** Returns the last placement, with boxes where they were moved since. */
function withNewMoves(last: Placement, settled: Settled | undefined, moves: PageState['moves']): Placement {
  if (settled?.before === undefined || settled.moves === moves) return last;
  settled.moves = moves;
  return withMoves(settled.before.graph, settled.before.placement, moves);
}
