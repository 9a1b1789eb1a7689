/**
 * The status of the language server, from what is heard of it. Independent of VS Code.
 */

/** The status: what the server is doing, and with which document. */
export type ServerStatus =
  | { readonly kind: 'starting' | 'ready' | 'stopped' }
  | { readonly kind: 'checking'; readonly uri: string }
  | { readonly kind: 'silent'; readonly uri: string | undefined };

/** Takes what is heard of the server. */
export interface StatusEvents {
  readonly changed: (state: 'starting' | 'running' | 'stopped') => void;
  /** The server reports that it works on a document. */
  readonly workingOn: (uri: string) => void;
  /** The server reports a model or answers a ping, so that it is free again. */
  readonly answered: () => void;
  /** The server has not answered for a long time. */
  readonly silent: () => void;
}

/** Follows the status of a server; `show` is called for each new one. */
export function followStatus(show: (status: ServerStatus) => void): StatusEvents {
  let now: ServerStatus = { kind: 'stopped' };
  let at: string | undefined;
  const become = (next: ServerStatus): void => {
    const isSame = next.kind === now.kind && uriOf(next) === uriOf(now);
    now = next;
    if (!isSame) show(next);
  };
  const isRunning = (): boolean => now.kind !== 'stopped' && now.kind !== 'starting';
  return {
    changed: (state) => {
      at = undefined;
      become({ kind: state === 'running' ? 'ready' : state });
    },
    workingOn: (uri) => {
      at = uri;
      if (isRunning()) become({ kind: 'checking', uri });
    },
    answered: () => {
      if (isRunning()) become({ kind: 'ready' });
    },
    silent: () => {
      become({ kind: 'silent', uri: at });
    },
  };
}

const uriOf = (status: ServerStatus): string | undefined => ('uri' in status ? status.uri : undefined);
