/**
 * What every panel does with its page, whatever the page shows: messages are checked before anything is done, a hidden
 * page is spoken to no more, and what a page reports goes to the log.
 */
import { errorMessage } from '../../../language/src/model/error-message.ts';
import type { PageLink } from './page-panels.ts';

/** The ways out that every page needs. */
export interface SessionWorld {
  readonly post: (message: { readonly type: 'failed'; readonly message: string }) => void;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

/** What is known of a page: whether it is there and has said that it is ready. */
export interface Listening {
  isListening: boolean;
}

/** What every page may say. */
type SharedMessage = { readonly type: 'showLog' } | { readonly type: 'trouble'; readonly message: string };

/** What a page says that others do not. */
export type OwnMessage<Message> = Exclude<Message, SharedMessage>;

/** A kind of page, with what it alone says. */
export interface PageKind<Message extends { readonly type: string }> {
  /** As the log calls it. */
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
      // A hidden page is gone; when it is shown again it is made anew and says that it is ready.
      if (!isVisible) shown.isListening = false;
    },
    receive: async (message) => {
      if (!isMessage(message)) {
        world.log(`A message of the ${name} page was refused: it is none that the extension knows.`);
        return;
      }
      if (message.type === 'ready') shown.isListening = true;
      if (!isShared(message)) await take(message as OwnMessage<Message>);
      else if (message.type === 'showLog') world.showLog();
      else world.log(message.message);
    },
  };
}

/** Says on the page and in the log what went wrong. */
export function tellFailure(world: SessionWorld, what: string, error: unknown): void {
  const message = errorMessage(error);
  world.log(`${what}: ${message}`);
  world.post({ type: 'failed', message });
}
