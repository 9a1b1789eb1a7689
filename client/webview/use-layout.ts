/**
 * Brings what is to be shown into a picture: whenever the model or the choice changes, the part that is shown
 * is laid out. What needs no new layout keeps the one it has.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { Placement } from '../../language/src/view/layout/placement.ts';
import { layoutGraphOf } from '../../language/src/view/layout/sizes.ts';
import { shownOf } from '../../language/src/view/shown/shown.ts';
import { drawnAtMost } from './choice.ts';
import { haveSameLayout, type PageEvent, type PageState } from './page-state.ts';
import type { PageProps } from './use-messages.ts';

const nothing: Placement = { boxes: new Map(), routes: new Map(), width: 1, height: 1, engine: 'elk' };

/** Asks for layouts; each picture that comes is an event. */
export function useLayout(
  { layout, measure }: Pick<PageProps, 'layout' | 'measure'>,
  state: PageState,
  dispatch: (event: PageEvent) => void,
): void {
  const { model, choice } = state;
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    layout.cancel();
    if (model === undefined) return;
    const { graph, hidden } = shownOf(model.graph, choice);
    const isTooLarge = graph.nodes.length > drawnAtMost;
    const onPlaced = (placement: Placement): void => {
      dispatch({ type: 'drawn', picture: { ...model, whole: model.graph, graph, hidden, isTooLarge, placement } });
    };
    const { picture } = latest.current;
    const last = picture?.uri === model.uri && !picture.isTooLarge ? picture : undefined;
    if (isTooLarge || graph.nodes.length === 0) onPlaced(nothing);
    else if (last !== undefined && haveSameLayout(last.graph, graph)) onPlaced(last.placement);
    else layout.request({ graph: layoutGraphOf(graph, measure), isFirst: last === undefined, onPlaced });
  }, [model, choice]);
}
