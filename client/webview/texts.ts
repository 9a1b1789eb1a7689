/**
 * The words of the page that are no part of the model, in one place so that they can be translated.
 */
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
  choosePlan: 'Show Plan…',
  clearPlan: 'Clear the plan',
  search: 'Find an entity',
  noMatch: 'No match',
  close: 'Close the details',
  openSource: 'Open source',
  simpleLayout: 'Simple layout',
  simpleLayoutReason: 'The layout engine took too long or failed, so a simpler layout is shown.',
  destroyedAt: 'destroyed (at this distance from the crash)',
  step: 'the step in which it is destroyed',
  leftOut: 'an order that gives way',
  untouched: 'Untouched by this.',
  circle: 'The circle that it would close:',
  relations: 'Relations',
  problems: 'Problems',
  members: 'Stands for',
  contains: 'around',
  kinds: 'Entities',
  statuses: 'After this',
  noDocumentation: 'No documentation.',
  keyboardHelp: 'Arrow keys move between entities, Enter opens the source, Escape closes the details.',
} as const;

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
