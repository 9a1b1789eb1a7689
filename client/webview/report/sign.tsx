/**
 * The signs beside texts; each comes with its word or number.
 */
import type { VNode } from 'preact';
import type { ReportSign } from '../../../language/src/view/report/report.ts';
import { ProblemBadge, StatusBadge } from '../../../language/src/drawing/graph/kind-icon.tsx';

/** Draws a sign. */
export function ReportSignMark({ sign }: { readonly sign: ReportSign }): VNode {
  return (
    <svg class="sign" width="14" height="14" viewBox="-9 -9 18 18" aria-hidden="true">
      {badgeOf(sign)}
    </svg>
  );
}

function badgeOf(sign: ReportSign): VNode {
  switch (sign) {
    case 'untouched':
      return <circle class="untouched" r="5" />;
    case 'error':
    case 'warning':
    case 'information':
    case 'hint':
      return <ProblemBadge severity={sign} />;
    default:
      return <StatusBadge kind={sign} />;
  }
}
