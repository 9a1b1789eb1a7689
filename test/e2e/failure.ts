/**
 * A hook of mocha after each walk: a failed one is followed by a description of the screen, because a walk that waits
 * in vain reports only what it waited for.
 */
import { tellWindows } from './drive.ts';

/** The hook, under the name by which mocha finds it. */
export const mochaHooks: Mocha.RootHookObject = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    for (const line of await tellWindows(test.fullTitle())) process.stdout.write(`      ${line}\n`);
  },
};
