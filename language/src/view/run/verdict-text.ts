/**
 * Writes the verdict of one run on a property of its check, the same on the command line and in the view of a run.
 */
import type { RunVerdict } from '../../simulation/sampling/judged-run.ts';
import { t } from '../../model/common/translation.ts';

/**
 * Returns the verdict as a clause after the name of the property: `not broken`, `broken in step 4: "app" is broken`.
 */
export const verdictText = ({ verdict, broken }: RunVerdict): string =>
  broken === undefined ? verdictTexts[verdict] : t`broken in step ${String(broken.step)}: ${broken.message}`;

const verdictTexts = { held: t`not broken`, broken: 'broken', open: t`not decided` } as const;
