/**
 * Saves the state that should outlive a hidden or reloaded page.
 */
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { View } from '../views.ts';
import type { GraphHost, SavedState } from '../messages.ts';
import type { PageState } from '../page-state.ts';

/** Saves the state whenever it changes; movements shortly after the last one. */
export function useSaving(
  host: GraphHost,
  state: PageState,
  uri: { readonly current: string | undefined },
): (view: View) => void {
  const view = useRef<View | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const { plan, step, selection, isLegendOpen, choice, isTable, isViewOpen, isOverviewOpen } = state;
  const save = useRef((): void => undefined);
  save.current = () => {
    if (uri.current === undefined) return;
    const next: SavedState = {
      uri: uri.current,
      legend: isLegendOpen,
      choice,
      table: isTable,
      view: isViewOpen,
      overview: isOverviewOpen,
      ...(plan !== undefined && { plan: plan.question }),
      ...(plan !== undefined && step !== undefined && { step }),
      ...(view.current !== undefined && { viewport: view.current }),
      ...(selection?.type === 'node' && { selected: selection.id }),
    };
    host.save(next);
  };
  useEffect(() => {
    save.current();
  }, [plan, step, selection, isLegendOpen, choice, isTable, isViewOpen, isOverviewOpen, state.picture?.uri]);
  return useCallback((moved: View) => {
    view.current = moved;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      save.current();
    }, 200);
  }, []);
}

/** Sends the boxes that were moved by hand to where they are kept, whenever they change. */
export function useKeepingMoves(host: GraphHost, { model, moves }: PageState): void {
  const known = useRef<PageState['moves'] | undefined>(undefined);
  useEffect(() => {
    if (model === undefined) return;
    const isNew = known.current !== undefined && moves !== known.current && moves !== model.moves;
    known.current = moves;
    if (isNew) host.post({ type: 'moved', uri: model.uri, boxes: [...moves].map(([id, { x, y }]) => ({ id, x, y })) });
  }, [model?.uri, moves]);
}
