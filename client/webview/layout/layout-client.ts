/**
 * A page's connection to its layout worker. A newer request supersedes an older one, or takes over its layout if both
 * are of the same graph. If the worker does not start, the page makes the simple layout itself, so that there is always
 * a picture.
 */
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import type { Before } from '../../../language/src/view/layout/before.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import { graphChanges, type GraphChanges } from './graph-changes.ts';
import type { LayoutRequest, LayoutService } from './layout-service.ts';
import { changedPlacement } from './placement-changes.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { t, translationsForWorker } from '../../../language/src/model/common/translation.ts';

/** The layout service of a page. */
export type LayoutClient = LayoutService;

/** A message to the worker. */
export type ToLayout =
  | {
      readonly type: 'start';
      readonly patience: number;
      /** The script of the engine, or why it is missing; absent for a page that lays out without it. */
      readonly elk?: Blob | string;
    }
  | ({
      readonly type: 'request';
      readonly number: number;
      readonly deadline: number;
      /** The layout before a small edit, or the number of the request that the worker answered with it. */
      readonly before: LayoutRequest['before'] | number;
      /** What the graph has from the one of that request, if there is a number. */
      readonly graph: GraphChanges;
    } & Omit<LayoutRequest, 'onPlaced' | 'before' | 'graph'>)
  | { readonly type: 'cancel' };

/** A message from the worker. */
export type FromLayout =
  | {
      readonly type: 'placed';
      readonly number: number;
      readonly placement: Placement;
      /** True if boxes and lines are missing that stand as in the answer before. */
      readonly isChange: boolean;
      readonly last: boolean;
    }
  | { readonly type: 'trouble'; readonly message: string };

/** The scripts and time limits of a layout client. */
export interface ClientOptions {
  /** The URLs of the scripts of the worker, and of its engine if the page needs it. */
  readonly scripts: { readonly layout: string; readonly elk?: string };
  readonly deadline: () => number;
  readonly patience: number;
  readonly onTrouble: (message: string) => void;
}

/** The request that waits for its last placement. */
interface UnderWay {
  readonly request: LayoutRequest;
  /** The layout before the edit, if the worker has it too. */
  readonly known?: Placement | undefined;
  /** The simple placement that came first. */
  readonly sketch?: Placement;
}

/** Starts the worker and returns the connection to it. */
export function startLayoutClient(options: ClientOptions): LayoutClient {
  let number = 0;
  let current: UnderWay | undefined;
  // What the worker has made it need not be sent: a large layout takes longer to copy than to change.
  let answer: (Before & { readonly number: number }) | undefined;
  const receive = ({ data }: MessageEvent<FromLayout>): void => {
    if (data.type === 'trouble') options.onTrouble(data.message);
    else if (data.number === number && current !== undefined) {
      const { request, known } = current;
      const isChange = data.isChange && known !== undefined;
      const placement = isChange ? changedPlacement(request.graph, data.placement, known) : data.placement;
      current = data.last ? undefined : { ...current, sketch: placement };
      if (data.last) answer = { number, placement, graph: request.graph };
      request.onPlaced(placement, { last: data.last });
    }
  };
  const starting = startWorker(options, receive);
  const failed = (error: unknown): void => {
    options.onTrouble(errorMessage(error));
  };
  starting.catch(failed);
  const cancel = (): void => {
    number += 1;
    current = undefined;
    void starting.then(
      (worker) => {
        tell(worker, { type: 'cancel' });
      },
      () => undefined,
    );
  };
  return {
    cancel,
    request: (request) => {
      const { graph, before, window, arrangement, isFirst } = request;
      const rest = { window, arrangement, isFirst };
      if (current !== undefined && isSame(current.request, request)) {
        current = { ...current, request };
        if (current.sketch !== undefined) request.onPlaced(current.sketch, { last: false });
        return;
      }
      number += 1;
      current = { request };
      const own = number;
      starting.then(
        (worker) => {
          const deadline = options.deadline();
          if (own !== number) return;
          const earlier = before?.placement === answer?.placement ? answer : undefined;
          const known = earlier?.number ?? before;
          if (earlier !== undefined && current !== undefined) current = { ...current, known: earlier.placement };
          const sent = earlier === undefined ? graph : graphChanges(graph, earlier.graph);
          tell(worker, { type: 'request', number: own, graph: sent, before: known, ...rest, deadline });
        },
        () => {
          if (own !== number) return;
          const waiting = current?.request;
          current = undefined;
          waiting?.onPlaced(simplePlacement(graph), { last: true });
        },
      );
    },
  };
}

const isSame = (one: LayoutRequest, other: LayoutRequest): boolean =>
  JSON.stringify([one.graph, one.window, one.arrangement]) ===
  JSON.stringify([other.graph, other.window, other.arrangement]);

const tell = (worker: Worker, message: ToLayout): void => {
  worker.postMessage(message);
};

/** A worker may not run from the URL of its script, so each script is read and run from a blob. */
async function startWorker(
  { scripts, patience }: ClientOptions,
  receive: (event: MessageEvent<FromLayout>) => void,
): Promise<Worker> {
  const words = (error: unknown): string => errorMessage(error);
  const engine = scripts.elk === undefined ? undefined : scriptFrom(scripts.elk).catch(words);
  const [script, elk] = await Promise.all([scriptFrom(scripts.layout), engine]);
  const url = URL.createObjectURL(new Blob([translationsForWorker(), script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = receive;
  tell(worker, { type: 'start', patience, ...(elk !== undefined && { elk }) });
  return worker;
}

async function scriptFrom(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(t`The layout engine could not be loaded (${response.status.toString()}).`);
  return new Blob([await response.text()], { type: 'text/javascript' });
}
