/**
 * The events of a region and its members in the tests of consistent regions, and a naive health of the members: whether
 * each exists, is connected, and has a running pod of its current launch.
 */

/** The settings of a region; times are in seconds. */
export interface Options {
  readonly members: number;
  readonly periodic: boolean;
  readonly period: number;
  readonly drainTimeout: number;
  readonly resetTimeout: number;
  readonly maxAttempts: number;
}

export type Level = 'full' | 'partial' | 'unconnected' | 'missing';
export type Phase = 'pending' | 'running' | 'succeeded' | 'failed' | 'missing';

/** An event of a region; PEs are numbered, and the last is no member. */
export type RegionEvent =
  | { readonly kind: 'checkpoint' | 'blocking'; readonly pe: number; readonly seq: number }
  | { readonly kind: 'resetDone'; readonly pe: number; readonly seq: number; readonly attempt: number }
  | { readonly kind: 'drain'; readonly by: number; readonly seq: number }
  | { readonly kind: 'reset'; readonly force: boolean }
  | { readonly kind: 'create' | 'crash' | 'restart' | 'destroy'; readonly pe: number }
  | { readonly kind: 'connectivity'; readonly pe: number; readonly level: Level }
  | { readonly kind: 'podPhase'; readonly pe: number; readonly phase: Phase; readonly launch: number }
  | { readonly kind: 'launched'; readonly pe: number; readonly launch: number }
  | { readonly kind: 'restartOperator' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface Element {
  life: 'absent' | 'alive' | 'crashed' | 'destroyed';
  level: Level;
  phase: Phase;
  /** True if a pod of the current launch is known. */
  hasPod: boolean;
  launch: number;
  /** True if the launch after its last end is counted. */
  isCounted: boolean;
}

/** Creates a member that does not exist yet. */
export const absentElement = (): Element => ({
  life: 'absent',
  level: 'full',
  phase: 'running',
  hasPod: true,
  launch: 1,
  isCounted: true,
});

/** Changes a member by an event, if the event is about one. */
export function changeElement(elements: readonly Element[], event: RegionEvent): void {
  const element = 'pe' in event ? elements[event.pe] : undefined;
  if (element === undefined) return;
  switch (event.kind) {
    case 'connectivity':
      element.level = event.level;
      return;
    case 'launched':
      element.launch = event.launch;
      element.hasPod = false;
      return;
    case 'podPhase':
      if (event.launch !== element.launch) return;
      element.hasPod = event.phase !== 'missing';
      element.phase = event.phase;
      return;
    case 'create':
      element.life = 'alive';
      return;
    case 'restart':
      if (element.life !== 'absent') element.life = 'alive';
      return;
    case 'crash':
    case 'destroy':
      if (element.life !== 'alive') return;
      element.life = event.kind === 'crash' ? 'crashed' : 'destroyed';
      element.isCounted = false;
      return;
    default:
  }
}

/**
 * Counts the next launch of ended members, whose pods then follow life and death again. Returns whether there was any.
 */
export function countLaunches(elements: readonly Element[]): boolean {
  const ended = elements.filter(({ isCounted }) => !isCounted);
  for (const element of ended) {
    element.isCounted = true;
    element.launch += 1;
    element.hasPod = true;
    element.phase = 'running';
  }
  return ended.length > 0;
}

/** Returns true if all members are healthy; undefined if that is not known. */
export function healthOf(elements: readonly Element[]): boolean | undefined {
  const isKnown = elements.every(
    ({ life, level, hasPod }) => (life === 'alive' || life === 'crashed') && level !== 'missing' && hasPod,
  );
  if (!isKnown) return undefined;
  return elements.every(({ life, level, phase }) => life === 'alive' && level === 'full' && phase === 'running');
}
