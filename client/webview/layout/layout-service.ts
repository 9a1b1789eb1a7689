/**
 * Layouts of anything made of boxes and lines, on request: what runs in the layout's own worker. A newer request puts an
 * older one aside; a small edit keeps what was there before; a layout that takes too long is ended with its worker
 * and replaced by a simple one, so that there always is a picture.
 */
import type { Before } from '../../../language/src/view/layout/before.ts';
import { keptPlacement } from '../../../language/src/view/layout/kept.ts';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { isLarge, startEngines, type EngineOptions } from './layout-engines.ts';
import { errorMessage } from '../../../language/src/model/error-message.ts';

export interface LayoutOptions extends EngineOptions {
  /** Milliseconds after which a layout is given up. */
  readonly deadline: () => number;
  /** Milliseconds after which a first picture must be there, though a simple one; of a large graph it is drawn at once. */
  readonly patience: number;
  /** Is told why a layout is only a simple one. */
  readonly onTrouble: (message: string) => void;
}

export interface LayoutRequest {
  readonly graph: LayoutGraph;
  /** The layout before a small edit: what is in it stays where it is. */
  readonly before?: Before | undefined;
  /** Whether a simple picture in between is better than none. */
  readonly isFirst: boolean;
  /** Is called once, or twice if a simple layout comes first, which is no last one; never after a newer request. */
  readonly onPlaced: (placement: Placement, is: { readonly last: boolean }) => void;
}

export interface LayoutService {
  readonly request: (request: LayoutRequest) => void;
  /** Puts the request under way aside, if there is one. */
  readonly cancel: () => void;
}

/** A layout that has run so long is not waited for when a newer graph comes. */
const worthWaiting = 400;

/** Starts the engines and returns what hands them the layouts. */
export function startLayoutService(options: LayoutOptions): LayoutService {
  let endCurrent = (): void => undefined;
  const layOut = startEngines(options);
  return {
    cancel: () => {
      endCurrent();
    },
    request: (request) => {
      endCurrent();
      const { graph, before } = request;
      const place = (placement: Placement, last = true): void => {
        request.onPlaced(withLabels(graph, placement), { last });
      };
      const kept = before && keptPlacement(graph, before);
      if (kept !== undefined) {
        endCurrent = () => undefined;
        place(kept);
        return;
      }
      const controller = new AbortController();
      const started = performance.now();
      const simple = (last: boolean): void => {
        place(simplePlacement(graph), last);
      };
      const waits = request.isFirst && !isLarge(graph);
      // Of a large one, no label can be read before the last picture is there.
      if (request.isFirst && !waits) request.onPlaced(simplePlacement(graph), { last: false });
      const timers = [
        setTimeout(() => {
          controller.abort(new Error(`The layout took longer than ${options.deadline().toString()} ms.`));
        }, options.deadline()),
        ...(waits ? [setTimeout(simple, options.patience, false)] : []),
      ];
      let isOver = false;
      const settle = (): boolean => {
        const wasOver = isOver;
        isOver = true;
        timers.forEach(clearTimeout);
        return !wasOver;
      };
      endCurrent = () => {
        const isBusy = settle() && performance.now() - started > worthWaiting;
        if (isBusy) controller.abort(new Error('A newer graph came.'));
      };
      layOut(graph, controller.signal).then(
        (placement) => {
          if (settle()) place(placement);
        },
        (error: unknown) => {
          if (!settle()) return;
          options.onTrouble(errorMessage(error));
          simple(true);
        },
      );
    },
  };
}
