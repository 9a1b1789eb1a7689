/**
 * A page's line to the extension. It alone holds the API object, which can be had only once.
 */
import type { Shape } from './shape.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Every page tells what troubles it. */
interface Trouble {
  readonly type: 'trouble';
  readonly message: string;
}

/** What a page takes, says and saves. */
export interface PageHost<ToPage, ToExtension, Saved> {
  readonly post: (message: ToExtension | Trouble) => void;
  /** What was saved before the page was hidden or reloaded. */
  readonly saved: () => Saved | undefined;
  readonly save: (state: Saved) => void;
  /** Calls back for each message that is one; what is malformed or comes from elsewhere is dropped. */
  readonly listen: (receive: (message: ToPage) => void) => void;
}

/** How messages to the page and saved states are known. */
export interface Proofs<ToPage, Saved> {
  readonly isMessage: Shape<ToPage>;
  readonly isSaved: Shape<Saved>;
}

/** Connects to the extension. Call it once. */
export function connectHost<ToPage, ToExtension, Saved>({
  isMessage,
  isSaved,
}: Proofs<ToPage, Saved>): PageHost<ToPage, ToExtension, Saved> {
  const api = acquireVsCodeApi();
  const post = (message: ToExtension | Trouble): void => {
    api.postMessage(message);
  };
  return {
    post,
    saved: () => {
      const state = api.getState();
      return isSaved(state) ? state : undefined;
    },
    save: (state) => {
      api.setState(state);
    },
    listen: (receive) => {
      window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
        if (origin !== window.origin) return;
        if (isMessage(data)) receive(data);
        else post({ type: 'trouble', message: 'The page refused a message that it does not know.' });
      });
    },
  };
}
