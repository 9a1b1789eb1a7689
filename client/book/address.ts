/** The address of a view of a model: the part after `#`, such as `#crash=db&policy=careful`. */
import { deletionModes, type DeletionMode } from '../../language/src/model/policy.ts';
import { matrixEvents, planEnds, type PlanEnd, type ReportQuestion } from '../../language/src/view/report/question.ts';

/** The views of a model. */
export const bookViews = [
  ...['overview', 'graph', 'plan', 'matrix', 'points', 'isolation', 'scenarios', 'checks', 'text'],
] as const;
/** One of the views. */
export type BookView = (typeof bookViews)[number];

/** The parts of an address; absent where it has none. */
export interface Address {
  readonly view: BookView;
  /** The name of the model. */
  readonly model?: string;
  /** The entities that meet one event; of a collection, its moment. */
  readonly crash?: readonly string[];
  /** The event, if it is no crash; in a matrix, that of all its entities. */
  readonly end?: PlanEnd;
  readonly deletion?: DeletionMode;
  readonly policy?: string;
  /** The policy to compare with. */
  readonly against?: string;
  /** The title of a scenario or check. */
  readonly title?: string;
  /** A line of the text, from 1, and the file that it is in. */
  readonly line?: number;
  readonly file?: string;
}

/** The events that are named in an address, in the order in which they count: those in one model. */
const eventEnds = planEnds.filter((end) => end !== 'since');

const isView = (text: string | null): text is BookView => bookViews.some((each) => each === text);

/** Reads an address; what it gets wrong is left out. A crash without a view is shown in the graph. */
export function readAddress(hash: string): Address {
  const given = new URLSearchParams(hash.replace(/^#/u, '').replaceAll('+', '%2B'));
  const [scenario, check, line] = [given.get('scenario'), given.get('check'), given.get('line')];
  const ofMatrix = matrixEvents.find((each) => each === given.get('event'));
  const end = eventEnds.find((each) => given.has(each)) ?? ofMatrix;
  const crash = end === undefined ? [] : given.getAll(end);
  const otherwise: BookView =
    end !== undefined && end !== 'crash'
      ? 'plan'
      : crash.length > 0
        ? 'graph'
        : scenario !== null
          ? 'scenarios'
          : check !== null
            ? 'checks'
            : 'overview';
  const view = given.get('view');
  const [model, policy, file] = [given.get('model'), given.get('policy'), given.get('file')];
  const deletion = deletionModes.find((each) => each === given.get('deletion'));
  const against = given.get('against');
  const title = scenario ?? check;
  return {
    view: isView(view) ? view : otherwise,
    ...(model !== null && { model }),
    ...(crash.length > 0 && { crash }),
    ...(end !== undefined && end !== 'crash' && { end }),
    ...(deletion !== undefined && { deletion }),
    ...(policy !== null && { policy }),
    ...(against !== null && { against }),
    ...(title !== null && { title }),
    ...(line !== null && /^[1-9]\d{0,8}$/u.test(line) && { line: Number(line) }),
    ...(file !== null && { file }),
  };
}

/** Writes an address; `readAddress` reads it back. */
export function writeAddress(address: Address): string {
  const { view, model, crash = [], end, deletion, policy, against, title, line, file } = address;
  const of = view === 'checks' ? 'check' : 'scenario';
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['view', view],
    ['model', model],
    ...crash.map((name) => [end ?? 'crash', name] as const),
    ['event', view === 'matrix' ? end : undefined],
    ['deletion', deletion],
    ['policy', policy],
    ['against', against],
    [of, title],
    ['file', file],
    ['line', line?.toString()],
  ];
  const written = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `#${written.join('&')}`;
}

/** Returns the address of a report; one about two models has none. */
export function addressOf(question: ReportQuestion): Address {
  if (question.kind === 'comparison') return { view: 'isolation', crash: [question.first, question.second] };
  if (question.kind === 'changes') return { view: 'overview' };
  if (question.kind === 'matrix') return { view: 'matrix', ...(question.end !== undefined && { end: question.end }) };
  if (question.kind !== 'plan') return { view: question.kind };
  const { end, of, also = [], deletion, policy, against } = question;
  return {
    view: 'plan',
    crash: [of, ...also],
    ...(end !== 'crash' && { end }),
    ...(deletion !== undefined && { deletion }),
    ...(policy !== undefined && { policy }),
    ...(against !== undefined && { against }),
  };
}
