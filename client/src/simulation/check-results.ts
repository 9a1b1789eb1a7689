/**
 * The results of exploring checks, valid while the text is unchanged: for lenses, for opening counterexamples, and as
 * problems at the checks. Small checks are explored automatically after a pause in typing.
 */
import * as vscode from 'vscode';
import {
  scenariosRequest,
  verifyRequest,
  type CheckMessage,
  type CheckOutcome,
  type OfDocument,
} from '../../../server/src/protocol/protocol.ts';
import type { Ask } from '../server/server-link.ts';
import type { LastRuns } from './last-runs.ts';
import { shortVerdict, stateOfVerdict } from './verdict-words.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** The results of checks. */
export interface CheckResults {
  readonly of: (uri: string, title: string) => CheckOutcome | undefined;
  /** Keeps a result, and how long it took in milliseconds. */
  readonly tell: (uri: string, title: string, outcome: CheckOutcome, took: number) => void;
  /** Fires whenever a result changes. */
  readonly onChange: vscode.Event<void>;
  /** Forgets the results for the previous text, and explores small checks after a pause. */
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Milliseconds without typing before checks are explored automatically. */
const pause = 1000;
const setting = 'aftermath.verify';

interface Automatic {
  readonly timer: NodeJS.Timeout;
  readonly asking: AbortController;
}

/** The parts of the extension that the results need. */
interface CheckResultParts {
  readonly ask: Ask;
  readonly log: vscode.LogOutputChannel;
  readonly runs: LastRuns;
}

/** Creates an empty store. */
export function createCheckResults({ ask, log, runs }: CheckResultParts): CheckResults {
  const outcomes = new Map<string, Map<string, CheckOutcome>>();
  const problems = vscode.languages.createDiagnosticCollection('aftermath-checks');
  const changed = new vscode.EventEmitter<void>();
  const automatic = new Map<string, Automatic>();
  const show = (): void => {
    problems.clear();
    const messages = [...outcomes.values()].flatMap((ofModel) => [
      ...[...ofModel.values()].flatMap((each) => each.messages),
      ...unreachedInAll([...ofModel.values()]),
    ]);
    for (const uri of new Set(messages.map(({ span }) => span.uri))) {
      const own = messages.filter(({ span }) => span.uri === uri);
      problems.set(vscode.Uri.parse(uri, true), own.map(problemOf));
    }
    changed.fire();
  };
  const tell = (uri: string, title: string, outcome: CheckOutcome, took: number): void => {
    const text = shortVerdict(outcome, took);
    runs.tell({ uri, title, isCheck: true }, { state: stateOfVerdict(outcome.verdict), text });
    outcomes.set(uri, (outcomes.get(uri) ?? new Map<string, CheckOutcome>()).set(title, outcome));
    show();
  };
  const stop = (uri: string): void => {
    const before = automatic.get(uri);
    clearTimeout(before?.timer);
    before?.asking.abort();
    automatic.delete(uri);
  };
  return {
    of: (uri, title) => outcomes.get(uri)?.get(title),
    tell,
    onChange: changed.event,
    modelChanged: (uri) => {
      if (outcomes.delete(uri)) show();
      stop(uri);
      const states = vscode.workspace.getConfiguration(setting).get<number>('automatically', 0);
      if (states <= 0) return;
      const asking = new AbortController();
      const timer = setTimeout(() => {
        exploreSmall({ ask, tell }, { uri, states, signal: asking.signal }).catch((error: unknown) => {
          if (!asking.signal.aborted) log.warn(`The checks of ${uri} were not explored.`, error);
        });
      }, pause);
      automatic.set(uri, { timer, asking });
    },
    dispose: () => {
      for (const uri of [...automatic.keys()]) stop(uri);
      problems.dispose();
      changed.dispose();
    },
  };
}

/** Explores a check of an open model, and keeps the result. */
export async function exploreOpenCheck(
  { ask, results }: { readonly ask: Ask; readonly results: Pick<CheckResults, 'tell'> },
  {
    uri,
    signal,
    ...wanted
  }: { readonly uri: vscode.Uri; readonly title: string; readonly covers?: boolean; readonly signal: AbortSignal },
): Promise<CheckOutcome | Refusal> {
  const begin = performance.now();
  const outcome = await ask(verifyRequest, { uri: uri.toString(), ...wanted }, signal);
  if (!('refusal' in outcome)) results.tell(uri.toString(), wanted.title, outcome, performance.now() - begin);
  return outcome;
}

/** Explores a check in the background; drops the result if the check is too large for that. */
async function exploreSmall(
  { ask, tell }: { readonly ask: Ask } & Pick<CheckResults, 'tell'>,
  { uri, states, signal }: OfDocument & { readonly states: number; readonly signal: AbortSignal },
): Promise<void> {
  if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri)) return;
  const list = await ask(scenariosRequest, { uri }, signal);
  for (const { title } of list?.ownChecks ?? []) {
    const begin = performance.now();
    const outcome = await ask(verifyRequest, { uri, title, states }, signal);
    if (signal.aborted || 'refusal' in outcome) return;
    if (!outcome.isLimited || outcome.verdict !== 'undecided') tell(uri, title, outcome, performance.now() - begin);
  }
}

/** Returns what no run reached in any check that was fully explored. */
function unreachedInAll(outcomes: readonly CheckOutcome[]): readonly CheckMessage[] {
  const [first = [], ...others] = outcomes.flatMap(({ unreached }) => (unreached === undefined ? [] : [unreached]));
  const keys = others.map((unreached) => new Set(unreached.map(keyOf)));
  return first.filter((each) => keys.every((known) => known.has(keyOf(each))));
}

const keyOf = ({ span: { uri, start } }: CheckMessage): string => `${uri} ${start.line} ${start.character}`;

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
} as const;

/** The code of faded text. */
const unreachedCode = 'check/unreached';

function problemOf({ message, words, severity, code, span: { start, end } }: CheckMessage): vscode.Diagnostic {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const problem = new vscode.Diagnostic(range, [message, ...words].join('\n'), severities[severity]);
  problem.source = 'aftermath';
  problem.code = code;
  if (code === unreachedCode) problem.tags = [vscode.DiagnosticTag.Unnecessary];
  return problem;
}
