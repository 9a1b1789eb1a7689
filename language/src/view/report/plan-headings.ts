/**
 * The headings for the effects of a crash and of a plan, the same on the command line and in reports.
 */
import { t } from '../../model/common/translation.ts';

/** The headings by section, in the order shown. */
export const planHeadings = {
  refused: t`Refused: nothing is destroyed`,
  wouldEnd: t`Would be destroyed, in order (same number: in parallel)`,
  notifiedFirst: t`Notified first, in order`,
  destroyed: t`Destroyed, in order (same number: in parallel)`,
  degraded: t`Degraded`,
  broken: t`Broken`,
  blocked: t`Blocked in a call`,
  dangling: t`Dangling`,
  managers: t`Managers notified`,
  brokenAlready: t`Broken already`,
  degradedAlready: t`Degraded already`,
  danglingAlready: t`Dangling already`,
  dropped: t`Orders that give way, each with its cycle`,
  held: t`Held up`,
  anyway: t`Ending anyway: no owner left, or doomed before`,
  later: t`Ends once nothing is held up`,
  spared: t`Requested, but survives`,
} as const;
