/**
 * The common behaviour of every panel towards its page: validates messages, sends nothing to a hidden page, and logs
 * the page's errors.
 */
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import type { WorkUnderWay } from './progress.ts';
import type { PageLink } from './page-panels.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The outputs that every page needs. */
export interface SessionWorld {
  readonly post: (message: { readonly type: 'failed'; readonly message: string }) => void;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** The state of a page: whether it exists and has reported ready. */
export interface Listening {
  isListening: boolean;
}

/** The messages common to all pages. */
type SharedMessage = { readonly type: 'showLog' } | { readonly type: 'trouble'; readonly message: string };

/** The messages that only one kind of page sends. */
export type OwnMessage<Message> = Exclude<Message, SharedMessage>;

/** A kind of page, with its own messages. */
export interface PageKind<Message extends { readonly type: string }> {
  /** The name in the log. */
  readonly name: string;
  readonly isMessage: (message: unknown) => message is Message;
  readonly take: (message: OwnMessage<Message>) => Promise<void> | void;
}

/** Returns the part of a link that is the same for every page. */
export function pageSession<Message extends { readonly type: string }>(
  world: SessionWorld,
  shown: Listening,
  { name, isMessage, take }: PageKind<Message>,
): Pick<PageLink, 'setVisible' | 'receive'> {
  const isShared = (message: Message | SharedMessage): message is SharedMessage =>
    message.type === 'showLog' || message.type === 'trouble';
  return {
    setVisible: (isVisible) => {
      // A hidden page is destroyed; when shown again it is created again and reports ready.
      if (!isVisible) shown.isListening = false;
    },
    receive: async (message) => {
      if (!isMessage(message)) {
        world.log(`A message of the ${name} page was refused: the extension does not know it.`);
        return;
      }
      if (message.type === 'ready') shown.isListening = true;
      if (!isShared(message)) await take(message as OwnMessage<Message>);
      else if (message.type === 'showLog') world.showLog();
      else world.log(message.message);
    },
  };
}

/** Shows an error on the page and logs it. */
export function tellFailure(world: SessionWorld, what: string, error: unknown): void {
  const message = errorMessage(error);
  world.log(`${what}: ${message}`);
  world.post({ type: 'failed', message });
}

/** The outputs of a page whose contents take a while. */
export interface LoadingWorld extends SessionWorld {
  readonly post: (message: { readonly type: 'failed'; readonly message: string } | { readonly type: 'busy' }) => void;
  readonly showProgress: (progress: WorkUnderWay) => void;
}

/** The state of such a page. */
export interface LoadingPage extends Listening {
  /** Aborts the request under way. */
  asking: AbortController | undefined;
}

/** Asks for the contents of a page in place of the request under way; the user can stop it. */
export async function loadPage(
  world: LoadingWorld,
  shown: LoadingPage,
  ask: ((signal: AbortSignal) => Promise<void>) | undefined,
  { isUpdate }: Pick<WorkUnderWay, 'isUpdate'> = {},
): Promise<void> {
  shown.asking?.abort();
  if (!shown.isListening || ask === undefined) return;
  const asking = new AbortController();
  shown.asking = asking;
  world.post({ type: 'busy' });
  const done = ask(asking.signal);
  const stop = (): void => {
    if (shown.asking !== asking) return;
    asking.abort();
    world.post({ type: 'failed', message: t`It was stopped.` });
  };
  world.showProgress({ done, stop, ...(isUpdate !== undefined && { isUpdate }) });
  await done;
  if (shown.asking === asking) shown.asking = undefined;
}
