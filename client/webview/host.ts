/**
 * The page's line to the extension. It alone holds the API object, which can be had only once.
 */
import {
  isMessageToPage,
  isSavedState,
  type MessageToExtension,
  type MessageToPage,
  type SavedState,
} from './messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host {
  readonly post: (message: MessageToExtension) => void;
  /** What was saved before the page was hidden or reloaded. */
  readonly saved: () => SavedState | undefined;
  readonly save: (state: SavedState) => void;
  /** Calls back for each message that is one; what is malformed or comes from elsewhere is dropped. */
  readonly listen: (receive: (message: MessageToPage) => void) => void;
}

/** Connects to the extension. Call it once. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const post = (message: MessageToExtension): void => {
    api.postMessage(message);
  };
  return {
    post,
    saved: () => {
      const state = api.getState();
      return isSavedState(state) ? state : undefined;
    },
    save: (state) => {
      api.setState(state);
    },
    listen: (receive) => {
      window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
        if (origin !== window.origin) return;
        if (isMessageToPage(data)) receive(data);
        else post({ type: 'trouble', message: 'The graph page refused a message that it does not know.' });
      });
    },
  };
}
