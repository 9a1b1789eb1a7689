/** Says of a smaller run what it is. */
import { t } from '../../../language/src/model/common/translation.ts';
import type { Reduction } from '../../../language/src/view/run/run-summary.ts';

/** Names a smaller run. */
export const reducedName = ({ from, steps }: Reduction): string =>
  t`Reduced from ${String(from)} steps to ${String(steps)}`;

/** Says of a smaller run what it is. */
export const reducedText = (reduction: Reduction): string =>
  reduction.isMinimal
    ? t`${reducedName(reduction)}: without any of these it does not fail in the same way.`
    : t`${reducedName(reduction)}; the search for fewer was ended.`;
