/**
 * Layouts of boxes and lines, on request; runs in the layout worker. A newer request supersedes an older one; a small
 * edit keeps positions; a layout that takes too long is ended with its worker and replaced by a simple one, so that
 * there is always a picture.
 */
import type { Before } from '../../../language/src/view/layout/before.ts';
import { keptPlacement } from '../../../language/src/view/layout/kept.ts';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { layeredPlacement } from '../../../language/src/view/layout/levels/layered-layout.ts';
import type { LayoutGraph, Size } from '../../../language/src/view/layout/layout-graph.ts';
import type { Arrangement } from '../../../language/src/model/view.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { isLarge, startEngine, type EngineOptions } from './layout-engines.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The time limits of a layout service. */
export interface LayoutOptions extends EngineOptions {
  /** Milliseconds after which a layout is given up. */
  readonly deadline: () => number;
  /** Milliseconds after which a first, simple picture must be there; a large graph gets it at once. */
  readonly patience: number;
  /** Called with the reason why a layout is only a simple one. */
  readonly onTrouble: (message: string) => void;
}

/** The request for a layout. */
export interface LayoutRequest {
  readonly graph: LayoutGraph;
  /** The window to fill, for a layout in layers without an engine; absent for one by an engine. */
  readonly window?: Size | undefined;
  /** The arrangement of the layered layout. */
  readonly arrangement?: Arrangement | undefined;
  /** The layout before a small edit, whose positions are kept. */
  readonly before?: Before | undefined;
  /** True if a simple picture in between is better than none. */
  readonly isFirst: boolean;
  /** Called once, or twice if a simple layout comes first, which is not the last; never after a newer request. */
  readonly onPlaced: (placement: Placement, is: { readonly last: boolean }) => void;
}

/** Lays out one graph at a time. */
export interface LayoutService {
  readonly request: (request: LayoutRequest) => void;
  /** Cancels the request under way, if there is one. */
  readonly cancel: () => void;
}

/** Milliseconds after which a running layout is abandoned when a newer graph comes. */
const worthWaiting = 400;

/** Starts the engines and returns the service that runs layouts on them. */
export function startLayoutService(options: LayoutOptions): LayoutService {
  let endCurrent = (): void => undefined;
  const layOut = startEngine(options);
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
        request.onPlaced(withLabels(graph, kept, before), { last: true });
        return;
      }
      if (request.window !== undefined) {
        endCurrent = () => undefined;
        if (request.isFirst && isLarge(graph)) request.onPlaced(simplePlacement(graph), { last: false });
        place(layeredPlacement(graph, request.window, request.arrangement));
        return;
      }
      const controller = new AbortController();
      const started = performance.now();
      const simple = (last: boolean): void => {
        place(simplePlacement(graph), last);
      };
      const waits = request.isFirst && !isLarge(graph);
      // The labels of a large graph cannot be read until the final picture anyway.
      if (request.isFirst && !waits) request.onPlaced(simplePlacement(graph), { last: false });
      const timers = [
        setTimeout(() => {
          controller.abort(new Error(t`The layout took longer than ${options.deadline().toString()} ms.`));
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
        if (isBusy) controller.abort(new Error(t`A newer graph arrived.`));
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
