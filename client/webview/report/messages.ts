/**
 * Everything that the report page and the extension say to each other, and the proofs that a message
 * is one of these. What the page wants to follow is a number of what it was sent: the extension keeps
 * the places themselves.
 */
import type { ReportQuestion } from '../../../language/src/view/report/question.ts';
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { planEffects } from '../../../language/src/view/report/plan-overlay.ts';
import { reportSigns, type ReportSection, type ReportText } from '../../../language/src/view/report/report.ts';
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
  truth,
  type Shape,
  type Shaped,
} from '../page/shape.ts';

const sign = oneOf(reportSigns);
const fact = recordWith({ text }, { place: text, target: index });
const count = record({ sign, count: index });
const cell = recordWith({ text }, { counts: listOf(count), order: listOf(number), target: index, heat: number });
const column = record({ title: text, isNumber: truth });
const table = recordWith(
  { kind: oneOf(['table']), title: text, columns: listOf(column), rows: listOf(listOf(cell)), empty: text },
  { note: text, group: text },
);
const item = recordWith({ text, because: listOf(fact) }, { detail: text, step: index, sign, target: index });
const list = recordWith({ kind: oneOf(['list']), title: text, items: listOf(item), empty: text }, { note: text });
const box = recordWith(
  { id: text, kind: oneOf(entityKinds), text, sign: oneOf(planEffects), because: listOf(fact), isDifferent: truth },
  { detail: text, entity: text, step: index, target: index },
);
const timelineColumn = recordWith({ title: text, boxes: listOf(box), more: index }, { step: index });
const lineKind = oneOf(['order', 'told', 'notified']);
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
const points = recordWith({ kind: oneOf(['points']) }, { policy: text });

/** Proves that a value is a question that a report answers. */
export const isReportQuestion: Shape<ReportQuestion> = either(
  either(record({ kind: oneOf(['matrix']) }), record({ kind: oneOf(['isolation']) })),
  either(planQuestion, either(comparison, points)),
);

const planChoices = record({
  entities: listOf(record({ name: text, kind: oneOf(entityKinds) })),
  policies: listOf(text),
  /** Those of an end that is no crash. */
  ownPolicies: listOf(text),
  /** Whether the entities are all that the model has. */
  isWhole: truth,
});

/** What a plan can be changed to. */
export type PlanChoices = Shaped<typeof planChoices>;

/** What a report is about. */
const subject = record({ uri: text, title: text, question: isReportQuestion });

const toPage = {
  /** Show this report; `number` is new for each. */
  report: recordWith({ type: oneOf(['report']), number: index, subject, report }, { choices: planChoices }),
  /** A report is being made; what is shown stays until it comes. */
  busy: record({ type: oneOf(['busy']) }),
  /** This entity was selected elsewhere. */
  select: record({ type: oneOf(['select']), name: text }),
  /** There is no report, in one sentence. */
  failed: record({ type: oneOf(['failed']), message: text }),
};

/** What the extension tells the page. */
export type ReportMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Proves that a value is a message to the page. */
export const isReportMessageToPage: Shape<ReportMessageToPage> = messageOf(toPage);

/** What a picture can be written as. */
export const pictureFormats = ['svg', 'png'] as const;

const toExtension = {
  /** The page listens; it wants to be told everything. */
  ready: record({ type: oneOf(['ready']) }),
  /** Go where this part of report `number` leads. */
  follow: record({ type: oneOf(['follow']), number: index, target: index }),
  /** This entity was selected in the plan. */
  selected: record({ type: oneOf(['selected']), name: text }),
  /** Show in the graph the plan that the report is about; as it is after a step, if one is given. */
  showInGraph: recordWith({ type: oneOf(['showInGraph']) }, { step: index }),
  /** Answer another question on the same model: a plan here, anything else in a panel of its own. */
  ask: record({ type: oneOf(['ask']), question: isReportQuestion }),
  /** Write the picture of the plan into a file; that of a PNG in base64. */
  export: record({ type: oneOf(['export']), format: oneOf(pictureFormats), content: text }),
  /** Let the person choose a plan with the means of VS Code. */
  choosePlan: record({ type: oneOf(['choosePlan']) }),
  retry: record({ type: oneOf(['retry']) }),
  showLog: record({ type: oneOf(['showLog']) }),
  /** Something to write into the log. */
  trouble: record({ type: oneOf(['trouble']), message: text }),
};

/** What the page tells the extension. */
export type ReportMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Proves that a value is a message to the extension. */
export const isReportMessageToExtension: Shape<ReportMessageToExtension> = messageOf(toExtension);

const sorting = record({ column: index, isDescending: truth });

/** How a table is sorted. */
export type Sorting = Shaped<typeof sorting>;

const sortedTable = record({ table: text, sorting });
const chosenTable = record({ group: text, table: text });
const savedReport = recordWith({ subject, sortings: listOf(sortedTable) }, { chosen: listOf(chosenTable) });

/** What outlives a hidden or reloaded page; a table is known by its title. */
export type SavedReport = Shaped<typeof savedReport>;
/** Proves that a value is a state that was saved before. */
export const isSavedReport: Shape<SavedReport> = savedReport;

/** The report page's line to the extension. */
export type ReportHost = PageHost<ReportMessageToPage, ReportMessageToExtension, SavedReport>;
