/**
 * The messages between the report page and the extension, with their validation. The page refers to link targets by
 * their index in the report; the extension keeps the locations.
 */
import { matrixEvents, type ReportQuestion } from '../../../language/src/view/report/question.ts';
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { planEffects } from '../../../language/src/view/report/plan-overlay.ts';
import { reportSigns, type ReportSection, type ReportText } from '../../../language/src/view/report/report.ts';
import { ofEveryPage } from '../page/common-messages.ts';
import type { PageHost } from '../page/host.ts';
import { planQuestion } from '../graph/plan-question.ts';
import {
  either,
  index,
  listOf,
  messageOf,
  number,
  oneOf,
  record,
  recordWith,
  text,
  booleanShape,
  type Shape,
  type Shaped,
} from '../page/shape.ts';

const sign = oneOf(reportSigns);
const fact = recordWith({ text }, { place: text, target: index });
const count = record({ sign, count: index });
const cell = recordWith(
  { text },
  { counts: listOf(count), order: listOf(number), target: index, hint: text, heat: number },
);
const column = record({ title: text, isNumber: booleanShape });
const table = recordWith(
  { kind: oneOf(['table']), title: text, columns: listOf(column), rows: listOf(listOf(cell)), empty: text },
  { note: text, group: text },
);
const item = recordWith({ text, because: listOf(fact) }, { detail: text, step: index, sign, target: index });
const list = recordWith({ kind: oneOf(['list']), title: text, items: listOf(item), empty: text }, { note: text });
const box = recordWith(
  {
    id: text,
    kind: oneOf(entityKinds),
    text,
    sign: oneOf(planEffects),
    because: listOf(fact),
    isDifferent: booleanShape,
  },
  { detail: text, entity: text, step: index, target: index },
);
const timelineColumn = recordWith({ title: text, boxes: listOf(box), more: index }, { step: index });
const lineKind = oneOf(['order', 'notifiedFirst', 'notified']);
const line = record({ from: text, to: text, kind: lineKind, text, because: listOf(fact) });
const side = record({ title: text, columns: listOf(timelineColumn), lines: listOf(line) });
const timeline = recordWith(
  { kind: oneOf(['timeline']), title: text, sides: listOf(side), empty: text },
  { note: text },
);
const section: Shape<ReportSection> = either(table, either(list, timeline));
const report: Shape<ReportText> = record({
  title: text,
  about: listOf(text),
  legend: listOf(sign),
  sections: listOf(section),
});

const comparison = record({ kind: oneOf(['comparison']), first: text, second: text });
const changes = record({ kind: oneOf(['changes']), base: text, name: text });
const points = recordWith({ kind: oneOf(['points']) }, { policy: text });

/** Validates the question of a report. */
export const isReportQuestion: Shape<ReportQuestion> = either(
  either(recordWith({ kind: oneOf(['matrix']) }, { end: oneOf(matrixEvents) }), record({ kind: oneOf(['isolation']) })),
  either(either(planQuestion, changes), either(comparison, points)),
);

const planChoices = record({
  entities: listOf(record({ name: text, kind: oneOf(entityKinds) })),
  policies: listOf(text),
  /** The policies for ends other than crashes. */
  ownPolicies: listOf(text),
  /** True if the entities are all of the model. */
  isWhole: booleanShape,
});

/** The choices for changing a plan. */
export type PlanChoices = Shaped<typeof planChoices>;

/** The subject of a report. */
const subject = record({ uri: text, title: text, question: isReportQuestion });

const toPage = {
  /** Shows this report; `number` is new for each. */
  report: recordWith({ type: oneOf(['report']), number: index, subject, report }, { choices: planChoices }),
  /** A report is under way; the current one stays until it comes. */
  busy: record({ type: oneOf(['busy']) }),
  /** This entity was selected elsewhere. */
  select: record({ type: oneOf(['select']), name: text }),
  /** There is no report, for this reason. */
  failed: record({ type: oneOf(['failed']), message: text }),
};

/** A message from the extension to the page. */
export type ReportMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Validates a message to the page. */
export const isReportMessageToPage: Shape<ReportMessageToPage> = messageOf(toPage);

/** The formats of exported pictures. */
export const reportPictureFormats = ['svg', 'png'] as const;

/** The formats of all that is exported: pictures, and tables. */
export const reportExportFormats = [...reportPictureFormats, 'csv'] as const;

const toExtension = {
  /** The page is ready and has no content yet. */
  ready: record({ type: oneOf(['ready']) }),
  /** Follows a link of report `number`. */
  follow: record({ type: oneOf(['follow']), number: index, target: index }),
  /** This entity was selected in the plan. */
  selected: record({ type: oneOf(['selected']), name: text }),
  /** Shows the plan of the report in the graph; after a step, if one is given. */
  showInGraph: recordWith({ type: oneOf(['showInGraph']) }, { step: index }),
  /** Answers another question about the same model: a plan here, anything else in a panel of its own. */
  ask: record({ type: oneOf(['ask']), question: isReportQuestion }),
  /** Writes the picture of the plan, or a table, to a file; a PNG is in base64. */
  export: record({ type: oneOf(['export']), format: oneOf(reportExportFormats), content: text }),
  /** Lets the user choose a plan in VS Code's own lists. */
  choosePlan: record({ type: oneOf(['choosePlan']) }),
  ...ofEveryPage,
};

/** A message from the page to the extension. */
export type ReportMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Validates a message to the extension. */
export const isReportMessageToExtension: Shape<ReportMessageToExtension> = messageOf(toExtension);

const sorting = record({ column: index, isDescending: booleanShape });

/** The sorting of a table. */
export type Sorting = Shaped<typeof sorting>;

const sortedTable = record({ table: text, sorting });
const chosenTable = record({ group: text, table: text });
const savedReport = recordWith({ subject, sortings: listOf(sortedTable) }, { chosen: listOf(chosenTable) });

/** The state that outlives a hidden or reloaded page; a table is identified by its title. */
export type SavedReport = Shaped<typeof savedReport>;
/** Validates a saved state. */
export const isSavedReport: Shape<SavedReport> = savedReport;

/** The report page's connection to the extension. */
export type ReportHost = PageHost<ReportMessageToPage, ReportMessageToExtension, SavedReport>;
