/**
 * A page's connection to the extension. Only this file holds the API object, which can be acquired only once.
 */
import { takesTheme } from './exported-picture.ts';
import type { Shape } from './shape.ts';
import { texts } from './texts.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The error report that every page can send. */
interface Trouble {
  readonly type: 'trouble';
  readonly message: string;
}

/** The messages and saved state of a page. */
export interface PageHost<ToPage, ToExtension, Saved> {
  readonly post: (message: ToExtension | Trouble) => void;
  /** Returns the state saved before the page was hidden or reloaded. */
  readonly saved: () => Saved | undefined;
  readonly save: (state: Saved) => void;
  /** Calls back for each valid message; drops malformed ones and those from elsewhere. */
  readonly listen: (receive: (message: ToPage) => void) => void;
}

/** The validation of messages to the page and of saved states. */
export interface Proofs<ToPage, Saved> {
  readonly isMessage: Shape<ToPage>;
  readonly isSaved: Shape<Saved>;
}

/** Connects to the extension. Must be called only once. */
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
        if (takesTheme(data)) return;
        if (isMessage(data)) receive(data);
        else post({ type: 'trouble', message: texts.refused });
      });
    },
  };
}
