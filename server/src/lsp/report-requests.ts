/**
 * The request for a report: made once per version of a model, in slices of time, so that typing stays responsive. A
 * cancelled report resumes where it stopped.
 */
import { type CancellationToken, ResponseError } from 'vscode-languageserver';
import { otherModelOf, type ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { Report } from '../../../language/src/view/report/report.ts';
import { describeError } from '../workspace/files/describe-error.ts';
import { reportSteps } from '../features/reports.ts';
import type { AskedModel } from '../features/suppositions.ts';
import { beginProgress } from './request-progress.ts';
import { respond, type Server } from './guard.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { reportRequest, type OfDocument, type ReportAnswer, type ReportParameters } from '../protocol/protocol.ts';
import { inSlices } from '../workspace/slices.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

const failed = { refusal: t`The report could not be made; the log says why.` } as const;

/** A report, finished or under way. */
interface Work {
  readonly version: number;
  /** Advances by one step; returns the report once it is finished. */
  readonly step: () => Answer<Report> | undefined;
}

/** Registers the handler. */
export function answerReports(
  server: Server,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
  askedOf: (of: OfDocument) => AskedModel | undefined,
): void {
  const { connection, guarded, workspace } = server;
  const started = new WeakMap<CheckedModel, Map<string, Work>>();
  const begin = guarded(
    reportRequest.method,
    failed as ReportAnswer | Work,
    ({ uri, question }: ReportParameters): ReportAnswer | Work => {
      const asked = askedOf({ uri });
      if (asked === undefined) return { refusal: t`The document ${uri} is not open.` };
      const { model } = asked;
      const version = workspace.version(normalized(uri)) ?? 0;
      const older = olderOf(question, modelOf);
      if (older !== undefined) return { version, step: resumable(asked, question, older) };
      const works = started.get(model) ?? new Map<string, Work>();
      started.set(model, works);
      const key = JSON.stringify([question, asked.supposed]);
      const work = works.get(key) ?? { version, step: resumable(asked, question, undefined) };
      works.set(key, work);
      return work;
    },
  );
  respond(connection, reportRequest, async (parameters, token) => {
    const progress = beginProgress(connection, parameters, t`Making a report`);
    try {
      const begun = await begin(parameters, token);
      return 'step' in begun ? await finish(begun, token) : begun;
    } catch (error) {
      connection.console.error(`The request ${reportRequest.method} failed: ${describeError(error)}`);
      return failed;
    } finally {
      progress.end();
    }
  });
}

const olderOf = (
  question: ReportQuestion,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
): CheckedModel | undefined => {
  const other = otherModelOf(question);
  return other === undefined ? undefined : modelOf({ uri: other });
};

/** Several requests may advance it in turn. A failed one fails again. */
function resumable(
  { model, supposed }: AskedModel,
  question: ReportQuestion,
  older: CheckedModel | undefined,
): Work['step'] {
  const steps = reportSteps(model, question, { older, supposed });
  let made: Answer<Report> | undefined;
  let failure: { readonly reason: unknown } | undefined;
  return () => {
    if (failure !== undefined) throw failure.reason;
    if (made !== undefined) return made;
    try {
      const next = steps.next();
      if (next.done === true) made = next.value;
    } catch (error) {
      failure = { reason: error };
      throw error;
    }
    return made;
  };
}

async function finish(work: Work, token: CancellationToken): Promise<ReportAnswer | ResponseError> {
  const made = await inSlices(toItsEnd(work), token);
  if (made instanceof ResponseError) return made;
  return 'refusal' in made ? { refusal: made.refusal } : { version: work.version, report: made.value };
}

function* toItsEnd({ step }: Work): Generator<undefined, Answer<Report>> {
  for (;;) {
    const made = step();
    if (made !== undefined) return made;
    yield;
  }
}
