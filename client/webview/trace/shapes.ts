/**
 * The shapes of runs in messages to and from the page: rows, steps, stretches, choices, filters. Other values are
 * refused.
 */
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { axes } from '../../../language/src/drawing/sequence/scale.ts';
import { choiceGroups, type RunChoices } from '../../../language/src/view/run/run-choice.ts';
import type { RunDifference } from '../../../language/src/view/run/run-comparison.ts';
import type { RunFilter } from '../../../language/src/view/run/run-filter.ts';
import { stepKinds, stepMarks, type RunRow, type StepView } from '../../../language/src/view/run/run-step.ts';
import type { RunStretch } from '../../../language/src/view/run/run-stretch.ts';
import type { NextMove, RunMove, RunQuestion, RunSummary } from '../../../language/src/view/run/run-summary.ts';
import { arrowOutcomes, lifeWords } from '../../../language/src/view/run/trace/trace.ts';
import {
  either,
  index,
  listOf,
  number,
  oneOf,
  record,
  recordWith,
  text,
  booleanShape,
  type Shape,
} from '../page/shape.ts';

const mark = oneOf(stepMarks);
/** A step in one line. */
export const row: Shape<RunRow> = recordWith(
  { step: index, at: text, kind: oneOf(stepKinds), text },
  { mark, lines: listOf(text) },
);
const event = record({ text, hasPlace: booleanShape });
const problem = recordWith({ message: text, because: listOf(event) }, { expected: text, found: text });
const change = recordWith({ depth: index, name: text }, { before: text, after: text });
const entity = recordWith({ name: text, is: text, values: listOf(text), hasChanged: booleanShape }, { state: text });
/** Everything visible at a step. */
export const view: Shape<StepView> = recordWith(
  {
    row,
    events: listOf(event),
    changes: listOf(change),
    entities: listOf(entity),
    otherEntities: index,
    next: listOf(record({ text, at: text })),
  },
  { problem, full: record({ rows: listOf(recordWith({ depth: index, name: text }, { text })), others: index }) },
);
/** A run as a whole. */
export const summary: Shape<RunSummary> = recordWith(
  {
    title: text,
    about: listOf(text),
    warnings: listOf(text),
    steps: index,
    marked: listOf(record({ step: index, mark })),
    variants: listOf(text),
    variant: index,
  },
  { branch: recordWith({ after: index, text }, { isReduced: booleanShape }) },
);
/** A possible next step. */
const isNextMove: Shape<NextMove> = either(
  either(
    record({ kind: oneOf(['draw']), draw: index }),
    record({ kind: oneOf(['due', 'lose', 'duplicate', 'reorder']), entry: index }),
  ),
  either(
    either(
      record({ kind: oneOf(['send']), event: text, to: text }),
      record({ kind: oneOf(['event']), event: text, to: text, arguments: listOf(text) }),
    ),
    either(
      recordWith({ kind: oneOf(['crash', 'halt', 'restart']), entity: text }, { others: listOf(text) }),
      record({ kind: oneOf(['set']), entity: text, variable: text, value: text }),
    ),
  ),
);
/** A possible next step, or a smaller run. */
export const isRunMove: Shape<RunMove> = either(
  isNextMove,
  record({ kind: oneOf(['reduced']), draws: listOf(index), steps: index, from: index, isMinimal: booleanShape }),
);
/** The branches of a run, in the order in which they were chosen. */
export const branches = listOf(record({ after: index, move: isRunMove }));
const scenario = recordWith({ kind: oneOf(['scenario']), title: text, variant: index }, { branches });
const random = recordWith({ kind: oneOf(['random']), seed: number, steps: index }, { check: text, branches });
const trace = recordWith({ kind: oneOf(['trace']), file: text }, { branches });
const counterexample = recordWith(
  { kind: oneOf(['counterexample']), check: text, variant: index, steps: index, draws: listOf(index) },
  { branches },
);

/** The question of a run. */
export const isRunQuestion: Shape<RunQuestion> = either(either(scenario, counterexample), either(random, trace));

const instant = { step: index, at: number };
const bar = recordWith({ text, life: oneOf(lifeWords), from: record(instant) }, { to: record(instant) });
const lane = recordWith({ entity: index, name: text, kind: oneOf(entityKinds), bars: listOf(bar) }, { machine: text });
const arrow = recordWith(
  { number, text, to: index, outcome: oneOf(arrowOutcomes), isDuplicate: booleanShape },
  { from: index, sent: record(instant), end: record(instant), taken: record(instant) },
);
const series = recordWith(
  { name: text, kind: oneOf(['variable', 'metric']), points: listOf(record({ ...instant, value: number })) },
  { unit: oneOf(['s', 'per s']) },
);

/** Some steps as drawn over time. */
export const stretch: Shape<RunStretch> = record({
  start: record(instant),
  end: record(instant),
  ticks: listOf(recordWith({ ...instant, time: text }, { mark })),
  lanes: listOf(lane),
  otherLanes: index,
  arrows: listOf(arrow),
  otherArrows: index,
  keepalives: listOf(arrow),
  notices: listOf(record({ ...instant, entity: index, text })),
  series: listOf(series),
  otherSeries: index,
});

const choice = recordWith(
  { group: oneOf(choiceGroups), text, move: isNextMove, isTaken: booleanShape },
  { at: text, entity: text },
);

/** The possible next steps after a step. */
export const choices: Shape<RunChoices> = record({ step: index, choices: listOf(choice), others: index });

/** The differences of a run from another. */
export const difference: Shape<RunDifference> = record({
  step: index,
  other: index,
  at: text,
  changes: listOf(change),
  otherChanges: index,
});

/** The filter of listed steps. */
export const filter: Shape<RunFilter> = record({
  without: listOf(oneOf(stepKinds)),
  text,
  entity: text,
  onlyMarked: booleanShape,
});

/** The user's settings of the page, kept for later runs. */
export const settings = recordWith(
  {
    filter,
    /** True if only entities that changed in a step are listed. */
    changedOnly: booleanShape,
    axis: oneOf(axes),
    /** True if the run is drawn over time. */
    hasPicture: booleanShape,
    /** The number of drawn steps. */
    span: index,
    /** Steps per second while playing. */
    speed: index,
    hiddenLanes: listOf(text),
    hiddenSeries: listOf(text),
  },
  /** The watched expressions, and whether the state is shown in full. */
  { watches: listOf(text), isFull: booleanShape },
);

/** An expression with its value at a step, or why it has none. */
export const watched = record({ text, value: text, isError: booleanShape });
