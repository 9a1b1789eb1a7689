/**
 * The small icons of kinds, statuses and problems, as paths in the current colour.
 */
import type { VNode } from 'preact';
import type { BoxKind } from '../../model/drawn-kinds.ts';
import type { Severity } from '../../model/finding.ts';
import type { ChangeEffectKind, PlanEffectKind } from '../../view/report/plan-overlay.ts';

/** In a square of 16 pixels: a window, a stack of discs, a page, a cube, a rack, a fence, a gate. */
const kindPaths: Readonly<Record<BoxKind, string>> = {
  pd: 'M2.5 3.5h11v9h-11z M2.5 6h11 M5 8.2l1.7 1.5L5 11.2 M8.5 11h2.5',
  space:
    'M3 4.2c0-1 2.2-1.7 5-1.7s5 .7 5 1.7-2.2 1.7-5 1.7-5-.7-5-1.7z M3 4.2v7.6c0 1 2.2 1.7 5 1.7s5-.7 5-1.7V4.2 M3 8c0 1 2.2 1.7 5 1.7S13 9 13 8',
  resource: 'M4 2.5h5.5L12.5 5.5v8H4z M9.5 2.5v3h3 M6 8.5h4.5 M6 11h4.5',
  object: 'M8 2l5.2 3v6L8 14l-5.2-3V5z M2.8 5L8 8l5.2-3 M8 8v6',
  node: 'M3 2.5h10v4.5H3z M3 9h10v4.5H3z M5 4.75h.6 M5 11.25h.6 M8 4.75h3 M8 11.25h3',
  region: 'M2.5 5V2.5H5 M11 2.5h2.5V5 M13.5 11v2.5H11 M5 13.5H2.5V11 M5.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  gate: 'M3 2.5h5a5.5 5.5 0 0 1 0 11H3z',
};

/** The meanings of a badge: an effect on an entity, an order that gives way, or the state of an entity at the start. */
export type BadgeKind = PlanEffectKind | ChangeEffectKind | 'dropped' | 'protected' | 'doomed';

/** In a square of 10 pixels. */
const statusPaths: Readonly<Record<BadgeKind, string>> = {
  refused: 'M5 .8L1.6 2.2v2.9c0 2.2 1.6 3.4 3.4 4.2c1.8-.8 3.4-2 3.4-4.2V2.2z',
  protected: 'M5 .8L1.6 2.2v2.9c0 2.2 1.6 3.4 3.4 4.2c1.8-.8 3.4-2 3.4-4.2V2.2z',
  doomed: 'M2.4 1h5.2 M2.4 9h5.2 M3 1.4c0 2 4 5.200 4 7.200 M7 1.4c0 2-4 5.200-4 7.200',
  started: 'M5 8.6V1.6 M2 4.4L5 1.4l3 3',
  destroyed: 'M2 2l6 6 M8 2l-6 6',
  held: 'M3.4 1.8v6.4 M6.6 1.8v6.4',
  later: 'M5 1.6v3.6l2.4 1.6',
  broken: 'M6 .8L3 5.4h4L4 9.2',
  degraded: 'M5 1.4v4.4 M5 8.2v.4',
  dangling: 'M1 5h2.6 M6.4 5H9 M5 1.5v1.6 M5 6.9v1.6',
  spared: 'M1.8 5.4L4 7.6l4.2-5',
  notifiedFirst: 'M1.4 2h7.2v4.6H5.2L3.2 8.6v-2H1.4z',
  dropped: 'M1.8 3.7h6.4 M1.8 6.3h6.4 M3.4 8.8L6.6 1.2',
  removed: 'M1.8 5h6.4',
  added: 'M5 1.8v6.4 M1.8 5h6.4',
  worse: 'M5 1.4v7.2 M2.2 5.8L5 8.6l2.8-2.8',
  better: 'M5 8.6V1.4 M2.2 4.2L5 1.4l2.8 2.8',
  changed: 'M1.8 3.4h5.4 M5.6 1.6l1.8 1.8l-1.8 1.8 M8.2 6.6H2.8 M4.4 4.8L2.6 6.6l1.8 1.8',
  cause: 'M6 .8L3 5.4h4L4 9.2 M1.4 1.4l1 1 M8.6 8.6l-1-1',
  notified: 'M5 1.4C3.2 1.4 3 3.6 3 5L2 7h6L7 5c0-1.4-.2-3.6-2-3.6z M4.2 8.8h1.6',
};

const severityPaths: Readonly<Record<Severity, string>> = {
  error: 'M2.6 2.6l4.8 4.8 M7.4 2.6L2.6 7.4',
  warning: 'M5 1.6v4.2 M5 8.1v.4',
  information: 'M5 4.2v4.2 M5 1.6v.4',
  hint: 'M5 4.2v4.2 M5 1.6v.4',
};

/** The icon of a kind, 16 pixels wide. */
export function KindIcon({ kind }: { readonly kind: BoxKind }): VNode {
  return <path class="icon" d={kindPaths[kind]} />;
}

/** A badge with the sign of a status: a filled disc of 16 pixels around the origin. */
export function StatusBadge({ kind }: { readonly kind: BadgeKind }): VNode {
  return (
    <g class={`badge badge-${kind}`}>
      <circle r="8" />
      <path transform="translate(-5 -5)" d={statusPaths[kind]} />
    </g>
  );
}

/** Returns the width of the badge of a step. */
export const stepWidth = (step: string): number => Math.max(16, 8 + 7 * step.length);

/** A badge with the number of a step, around the origin. */
export function StepBadge({ step }: { readonly step: string }): VNode {
  const width = stepWidth(step);
  return (
    <g class="badge badge-step">
      <rect class="disc" x={-width / 2} y="-8" width={width} height="16" rx="3" />
      <text y="4">{step}</text>
    </g>
  );
}

/** A badge with the sign of a finding's severity, around the origin. */
export function ProblemBadge({ severity }: { readonly severity: Severity }): VNode {
  return (
    <g class={`badge problem-${severity}`}>
      {severity === 'warning' ? <path class="disc" d="M0-9L9 7H-9z" /> : <circle r="7.5" />}
      <path
        transform={severity === 'warning' ? 'translate(-4.2 -4.2) scale(.85)' : 'translate(-5 -5)'}
        d={severityPaths[severity]}
      />
    </g>
  );
}
