/**
 * The reports on a model: crash matrix, plan, isolation metrics, single points of failure. They are made step by step,
 * so that the caller can stop or let other tasks run between steps.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { URI } from 'vscode-uri';
import { crashRows, type CrashRow } from '../../../language/src/analysis/crash/crash-matrix.ts';
import type { Plan } from '../../../language/src/analysis/plan/plan.ts';
import { pairRows } from '../../../language/src/analysis/metrics/pair-table.ts';
import { endPoliciesOf, endRows } from '../../../language/src/analysis/plan/end-matrix.ts';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { singlePointsInSteps } from '../../../language/src/analysis/points/single-points.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { changesReport } from '../../../language/src/view/report/changes.ts';
import { matrixReport } from '../../../language/src/view/report/matrix.ts';
import { collectPairs, comparisonReport, isolationReport } from '../../../language/src/view/report/isolation.ts';
import { planReportSteps } from '../../../language/src/view/report/plan.ts';
import type {
  ChangesQuestion,
  ComparisonQuestion,
  MatrixQuestion,
  PlanQuestion,
  PointsQuestion,
  ReportQuestion,
} from '../../../language/src/view/report/question.ts';
import type { Report } from '../../../language/src/view/report/report.ts';
import { pointsReport } from '../../../language/src/view/report/single-points.ts';
import type { ReportedModel } from '../../../language/src/view/report/targets.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { comparedSteps } from '../questions/compare-runs.ts';
import { findCompared } from '../questions/measurable.ts';
import { measureTwo } from '../questions/metrics-report.ts';
import { anyStartReport } from '../../../language/src/view/report/start.ts';
import { endQuestion, planStepsFor, policyOf, startFor } from './plans.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A report under way; other tasks may run between two steps. */
export type ReportSteps = Generator<undefined, Answer<Report>>;

/** The surroundings of a question. */
export interface ReportOn {
  /** The model that a `since` plan and the changes compare with. */
  readonly older?: Loaded | undefined;
  /** What is supposed of the model, in a sentence. */
  readonly supposed?: string | undefined;
}

/** Begins the report for a question. */
export function* reportSteps(
  loaded: Loaded,
  question: ReportQuestion,
  { older, supposed }: ReportOn = {},
): ReportSteps {
  // Compute nothing before the first opportunity to stop.
  yield;
  const made = yield* answerSteps(loaded, question, older);
  if ('refusal' in made) return made;
  const report = withWarning(made.value, loaded);
  return { value: supposed === undefined ? report : { ...report, about: [supposed, ...report.about] } };
}

function* answerSteps(loaded: Loaded, question: ReportQuestion, older: Loaded | undefined): ReportSteps {
  switch (question.kind) {
    case 'matrix':
      return yield* matrixSteps(loaded, question);
    case 'isolation':
      return yield* isolationSteps(loaded);
    case 'plan':
      return yield* planReporting(loaded, question, older);
    case 'comparison':
      return comparison(loaded, question);
    case 'points':
      return yield* pointsSteps(loaded, question);
    case 'changes':
      return yield* changesSteps(loaded, question, older);
  }
}

function* matrixSteps(loaded: Loaded, { end = 'crash' }: MatrixQuestion): ReportSteps {
  const { model } = loaded;
  const policies = end === 'crash' ? policiesOf(model) : endPoliciesOf(model);
  const rows: CrashRow[] = [];
  for (const row of end === 'crash' ? crashRows(model, { policies }) : endRows(model, end, policies)) {
    rows.push(row);
    yield;
  }
  return { value: matrixReport(loaded, { rows, policies: policies.map(({ name }) => name), end }) };
}

function* isolationSteps(loaded: Loaded): ReportSteps {
  const pairs = collectPairs();
  for (const row of pairRows(startOf(loaded.model).model)) {
    pairs.add(row);
    yield;
  }
  return { value: isolationReport(loaded, pairs) };
}

function* planReporting(loaded: Loaded, question: PlanQuestion, older: Loaded | undefined): ReportSteps {
  const { of, against } = question;
  if (question.end === 'start' || question.end === 'recover') {
    const made = startFor(loaded, question);
    if ('refusal' in made) return made;
    return { value: anyStartReport(made.value.plan, loaded.sources, made.value.policy) };
  }
  const asked = endQuestion(question, question.end);
  const { end } = asked;
  if (end === 'since' && older === undefined) return { refusal: t`The older model ${of} cannot be read.` };
  const made = yield* planStepsFor(loaded, asked, older);
  if ('refusal' in made) return made;
  const compared =
    against === undefined ? undefined : yield* planStepsFor(loaded, { ...asked, policy: against }, older);
  if (compared !== undefined && 'refusal' in compared) return compared;
  const other = compared?.value;
  if (end !== 'since' || older === undefined)
    return { value: yield* planReportSteps(made.value, loaded.sources, other) };
  const report = yield* planReportSteps(made.value, joinedSources(older, loaded, made.value), other);
  const name = URI.parse(of).path.split('/').at(-1) ?? of;
  return {
    value: { ...report, about: [t`Everything that ${name} has and this model lacks is destroyed.`, ...report.about] },
  };
}

/** Returns the sources of two models as one: the ids of the older one come first. */
function joinedSources(older: Loaded, newer: Loaded, { joined: both }: Plan): ReportedModel['sources'] {
  const { newerEntities = [], newerRelations = [] } = both ?? {};
  return {
    entities: Array.from(newerEntities, (id, joined) => older.sources.entities[joined] ?? newer.sources.entities[id]),
    relations: Array.from(
      newerRelations,
      (id, joined) => older.sources.relations[joined] ?? newer.sources.relations[id],
    ),
  };
}

function* changesSteps(loaded: Loaded, question: ChangesQuestion, older: Loaded | undefined): ReportSteps {
  const pair = comparable(loaded, older, question);
  if ('refusal' in pair) return pair;
  const { base, head } = pair.value;
  return { value: changesReport(yield* comparedSteps({ base, head }), { base, head, question }) };
}

/** Returns both versions if they can be compared. */
export function comparable<M extends Loaded>(
  head: M,
  base: M | undefined,
  { name }: ChangesQuestion,
): Answer<{ readonly base: M; readonly head: M }> {
  if (base === undefined) return { refusal: t`The earlier version, ${name}, cannot be read.` };
  const faulty = [base, head].find(({ errors }) => errors.length > 0);
  if (faulty === undefined) return { value: { base, head } };
  return { refusal: t`${faulty === base ? capital(name) : t`The model`} has errors, so its consequences are unknown.` };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function* pointsSteps(loaded: Loaded, question: PointsQuestion): ReportSteps {
  const chosen = policyOf(loaded, question.policy);
  if ('refusal' in chosen) return chosen;
  const { name = '', policy } = chosen.value;
  return { value: pointsReport(loaded, yield* singlePointsInSteps(loaded.model, policy), name) };
}

function comparison(loaded: Loaded, question: ComparisonQuestion): Answer<Report> {
  const found = findCompared(loaded.model, question.first, question.second);
  if ('refusal' in found) return found;
  return { value: comparisonReport(loaded, measureTwo(loaded.model, ...found.value)) };
}

/** A model with errors is still reported on, as it is drawn, but with a warning. */
function withWarning(report: Report, { errors }: Loaded): Report {
  const warning = errorsWarning(errors, 'report');
  return warning === undefined ? report : { ...report, about: [...report.about, warning] };
}

/** Returns the sentence that says of a view of a model with errors how far it goes; undefined if there are none. */
export function errorsWarning({ length }: Loaded['errors'], view: 'report' | 'chart'): string | undefined {
  if (length === 0) return undefined;
  const count = length === 1 ? t`one error` : t`${String(length)} errors`;
  return t`The model has ${count}; the ${view} covers what can be read of it.`;
}
