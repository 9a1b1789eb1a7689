/**
 * The words of the page that are no part of the model, in one place so that they can be translated.
 */
import type { CrashEffectKind } from '../../language/src/view/crash.ts';
import type { RelationKind } from '../../language/src/model/relation.ts';

export const texts = {
  title: 'Graph',
  loading: 'Drawing the graph…',
  noDocument: 'No Aftermath model is open. Open an .aft file, or start a new one.',
  noModel: 'This model declares nothing yet. Its graph appears here as you write.',
  failed: 'The graph cannot be drawn.',
  newModel: 'New Model',
  retry: 'Retry',
  showLog: 'Show Log',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit the graph into the window',
  legend: 'Legend',
  simulateCrash: 'Simulate Crash…',
  clearCrash: 'Clear crash',
  search: 'Find an entity',
  noMatch: 'No match',
  close: 'Close the details',
  openSource: 'Open source',
  simpleLayout: 'Simple layout',
  simpleLayoutReason: 'The layout engine took too long or failed, so a simpler layout is shown.',
  destroyedAt: 'destroyed (at this distance from the crash)',
  untouched: 'Untouched by this crash.',
  relations: 'Relations',
  problems: 'Problems',
  members: 'Stands for',
  contains: 'around',
  kinds: 'Entities',
  statuses: 'After the crash',
  noDocumentation: 'No documentation.',
  keyboardHelp: 'Arrow keys move between entities, Enter opens the source, Escape closes the details.',
} as const;

/** What has happened to an entity, in a word. */
export const effectWords: Readonly<Record<CrashEffectKind | 'untouched', string>> = {
  destroyed: 'destroyed',
  broken: 'broken',
  degraded: 'degraded',
  dangling: 'dangling',
  notified: 'notified',
  untouched: 'untouched',
};

/** What each relation means, for the legend. */
export const relationMeanings: Readonly<Record<RelationKind, string>> = {
  holds: 'may use it',
  manages: 'serves it',
  requests: 'asks its manager for resources',
  maps: 'is built from it',
  owns: 'owns it',
  refers: 'refers to it',
  'destroyed after': 'is destroyed after it',
  'dies with': 'dies with it',
  needs: 'is broken without it',
  contains: 'has it as a member',
  feeds: 'sends data to it',
};

/** Returns `3 nodes`, `1 node`. */
export const counted = (count: number, one: string, several: string): string =>
  `${count.toString()} ${count === 1 ? one : several}`;
