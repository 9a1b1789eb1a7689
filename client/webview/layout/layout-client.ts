/**
 * A page's line to the worker that lays out for it. What comes for an older request is dropped; where the worker itself
 * does not start, the simple layout is made here, so that there always is a picture.
 */
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';
import type { LayoutRequest, LayoutService } from './layout-service.ts';
import { errorMessage } from '../../../language/src/model/error-message.ts';

/** What lays out for a page. */
export type LayoutClient = LayoutService;

/** What the worker is told. */
export type ToLayout =
  | {
      readonly type: 'start';
      readonly patience: number;
      /** The scripts of the engines, or why they are not there. */
      readonly elk: Blob | string;
      readonly graphviz?: Blob | string;
    }
  | ({ readonly type: 'request'; readonly number: number; readonly deadline: number } & Omit<LayoutRequest, 'onPlaced'>)
  | { readonly type: 'cancel' };

/** What the worker says. */
export type FromLayout =
  | { readonly type: 'placed'; readonly number: number; readonly placement: Placement; readonly last: boolean }
  | { readonly type: 'trouble'; readonly message: string };

export interface ClientOptions {
  /** Where the scripts of the worker and of its engines are; `graphviz` is absent where ELK does for every size. */
  readonly scripts: { readonly layout: string; readonly elk: string; readonly graphviz?: string };
  readonly deadline: () => number;
  readonly patience: number;
  readonly onTrouble: (message: string) => void;
}

/** Starts the worker and returns the line to it. */
export function startLayoutClient(options: ClientOptions): LayoutClient {
  let number = 0;
  let current: LayoutRequest | undefined;
  const receive = ({ data }: MessageEvent<FromLayout>): void => {
    if (data.type === 'trouble') options.onTrouble(data.message);
    else if (data.number === number) current?.onPlaced(data.placement, { last: data.last });
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
      number += 1;
      current = request;
      const own = number;
      const { graph, before, isFirst } = request;
      starting.then(
        (worker) => {
          const deadline = options.deadline();
          if (own === number) tell(worker, { type: 'request', number: own, graph, before, isFirst, deadline });
        },
        () => {
          if (own === number) request.onPlaced(simplePlacement(graph), { last: true });
        },
      );
    },
  };
}

const tell = (worker: Worker, message: ToLayout): void => {
  worker.postMessage(message);
};

/** A worker may not be run from the place of its script, so each is read and run from a blob. */
async function startWorker(
  { scripts, patience }: ClientOptions,
  receive: (event: MessageEvent<FromLayout>) => void,
): Promise<Worker> {
  const words = (error: unknown): string => errorMessage(error);
  const [script, elk, graphviz] = await Promise.all([
    scriptFrom(scripts.layout),
    scriptFrom(scripts.elk).catch(words),
    scripts.graphviz === undefined ? undefined : scriptFrom(scripts.graphviz).catch(words),
  ]);
  const url = URL.createObjectURL(script);
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = receive;
  tell(worker, { type: 'start', patience, elk, ...(graphviz !== undefined && { graphviz }) });
  return worker;
}

async function scriptFrom(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The layout engine could not be loaded (${response.status.toString()}).`);
  return new Blob([await response.text()], { type: 'text/javascript' });
}
