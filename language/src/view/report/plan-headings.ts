/**
 * The headings for the effects of a crash and of a plan, the same on the command line and in reports.
 */

/** The headings by section, in the order shown. */
export const planHeadings = {
  refused: 'Refused: nothing is destroyed',
  wouldEnd: 'Would be destroyed, in order (same number: in parallel)',
  notifiedFirst: 'Notified first, in order',
  destroyed: 'Destroyed, in order (same number: in parallel)',
  degraded: 'Degraded',
  broken: 'Broken',
  blocked: 'Blocked in a call',
  dangling: 'Dangling',
  managers: 'Managers notified',
  brokenAlready: 'Broken already',
  degradedAlready: 'Degraded already',
  danglingAlready: 'Dangling already',
  dropped: 'Orders that give way, each with its cycle',
  held: 'Held up',
  anyway: 'Ends anyway: no owner left, or ending already',
  later: 'Ends once nothing is held up',
  spared: 'Requested, but survives',
} as const;
