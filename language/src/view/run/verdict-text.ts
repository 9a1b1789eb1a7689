/**
 * What one run says of something that its check asks, in words: the same on the command line and in the view of a run.
 */
import type { RunVerdict } from '../../simulation/sampling/judged-run.ts';

/** Returns the verdict as a clause behind the name of what is asked: `not broken`, `broken in step 4: "app" is broken`. */
export const verdictText = ({ verdict, broken }: RunVerdict): string =>
  broken === undefined ? verdictTexts[verdict] : `broken in step ${String(broken.step)}: ${broken.message}`;

const verdictTexts = { held: 'not broken', broken: 'broken', open: 'not decided' } as const;
