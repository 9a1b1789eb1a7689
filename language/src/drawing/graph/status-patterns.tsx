/**
 * The fill patterns of the statuses under a plan, so that they differ without their colours.
 */
import type { VNode } from 'preact';

const patterns = {
  refused: { size: 9, path: 'M1 5L4.5 2L8 5' },
  started: { size: 9, path: 'M4.5 8V2 M2 4.5L4.5 2L7 4.5' },
  destroyed: { size: 7, path: 'M-1 8L8-1 M-1 1L1-1 M6 8L8 6' },
  broken: { size: 8, path: 'M0 8L8 0 M0 0L8 8' },
  held: { size: 6, path: 'M3 0V6' },
  later: { size: 8, path: 'M0 4H8' },
  degraded: { size: 6, path: 'M0 3H3' },
  dangling: { size: 8, path: 'M4 3.2V4.8 M3.2 4H4.8' },
  removed: { size: 8, path: 'M2 4H6' },
  added: { size: 8, path: 'M4 2V6 M2 4H6' },
  worse: { size: 8, path: 'M1 3L4 6L7 3' },
  better: { size: 8, path: 'M1 5L4 2L7 5' },
  changed: { size: 8, path: 'M0 2Q2 0 4 2T8 2' },
  cause: { size: 9, path: 'M5 1L3 5H6L4 8' },
  spared: { size: 10, path: 'M3 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0' },
} as const;

/** Defines one pattern for each status, with the status as its id. */
export function StatusPatterns(): VNode {
  return (
    <defs>
      {Object.entries(patterns).map(([status, { size, path }]) => (
        <pattern
          key={status}
          id={status}
          class={`pattern-${status}`}
          width={size}
          height={size}
          patternUnits="userSpaceOnUse"
        >
          <path d={path} />
        </pattern>
      ))}
    </defs>
  );
}
