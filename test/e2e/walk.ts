/**
 * Walks that share a window, because opening one costs more than most walks.
 */
import { endSharing, shareWindow } from './drive.ts';

/** Declares the tests of a walk. */
export type Walk = () => void;

/** Returns a walk, whose tests belong to the window that it is given to. */
export const walk =
  (title: string, body: () => void): Walk =>
  () => {
    describe(title, body);
  };

/**
 * Declares the tests of walks through one window, in this order. Each begins with the files of the examples, its own
 * settings and no editor; after a failed one the next has a new window.
 */
export function inOneWindow(title: string, walks: readonly Walk[]): void {
  describe(title, () => {
    before(shareWindow);
    after(endSharing);
    for (const each of walks) each();
  });
}
