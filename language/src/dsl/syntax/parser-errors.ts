/**
 * Makes the errors of Chevrotain's parser cheap: only where the first one stands, and which token was expected, is read.
 */
import { type IToken, NoViableAltException } from 'chevrotain';

/** The part of Chevrotain's parser that raises errors. */
export interface ErrorRaiser {
  raiseNoAltException: () => never;
  consumeInternalError: (...args: readonly unknown[]) => never;
  SAVE_ERROR: (error: NoViableAltException) => NoViableAltException;
  LA: (howMany: number) => IToken;
}

/**
 * Raises errors without the list of all fitting token sequences, an unused message that takes Chevrotain 100 ms, and
 * without their call stacks, which nobody reads and which take longer than the rest.
 */
export function quickenErrors(wrapper: ErrorRaiser): void {
  wrapper.raiseNoAltException = () =>
    withoutStack(() => {
      throw wrapper.SAVE_ERROR(new NoViableAltException('alternatives', wrapper.LA(1), wrapper.LA(0)));
    });
  const consumeInternalError = wrapper.consumeInternalError.bind(wrapper);
  wrapper.consumeInternalError = (...args) => withoutStack(() => consumeInternalError(...args));
}

/** How V8 sets the length of call stacks; other engines ignore it. */
const stacks = Error as { stackTraceLimit?: number | undefined };

function withoutStack(raise: () => never): never {
  const { stackTraceLimit } = stacks;
  try {
    stacks.stackTraceLimit = 0;
    return raise();
  } finally {
    stacks.stackTraceLimit = stackTraceLimit;
  }
}

/** The part of Chevrotain's parser that recovers from errors. */
export interface Recovering {
  recoveryEnabled: boolean;
  attemptInRepetitionRecovery: () => void;
}

/**
 * Stops at the first error, the only one read here; Chevrotain would recover by recursion, one level deeper for each
 * error.
 */
export function stopAtFirstError(wrapper: Recovering): void {
  wrapper.recoveryEnabled = false;
  wrapper.attemptInRepetitionRecovery = () => undefined;
}
