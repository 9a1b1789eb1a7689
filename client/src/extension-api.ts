/**
 * The interface of the extension to other extensions: what `activate` returns, beside its part in Markdown previews. It
 * asks the language server about models as they are typed, opens no panel, and uses no type of VS Code, so that its
 * declarations stand alone.
 */
import type { Refusal } from '../../language/src/model/common/answer.ts';
import type { PlanOverlay } from '../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion, ReportQuestion } from '../../language/src/view/report/question.ts';
import {
  type CheckOutcome,
  graphRequest,
  type GraphAnswer,
  type Method,
  type ModelChoices,
  modelChoicesRequest,
  type OfDocument,
  planRequest,
  type ReportAnswer,
  reportRequest,
  type ScenarioList,
  type ScenarioOutcome,
  scenariosRequest,
  runScenarioRequest,
  verifyRequest,
} from '../../server/src/protocol/protocol.ts';
import type { Ask } from './server/server-link.ts';

/**
 * The questions that another extension can ask about a model, named by the URI of its document as a text. Each opens the
 * document if it is not open, and rejects if there is none, if the signal ends it, or while the language server does not
 * run.
 */
export interface ExtensionApi {
  /** The version of this interface; a change that breaks its users raises it. */
  readonly version: 1;
  /** Returns the entities that exist at the start, and the policies. */
  readonly entities: (model: string) => Promise<ModelChoices>;
  /** Returns what the graph draws; nothing if the document is not a model. */
  readonly graph: (model: string) => Promise<GraphAnswer | null>;
  /** Returns what an event does to each drawn entity and relation, or a refusal. */
  readonly plan: (model: string, question: PlanQuestion) => Promise<PlanOverlay | Refusal>;
  /** Returns the report that answers a question, or a refusal. */
  readonly report: (model: string, question: ReportQuestion, options?: Endable) => Promise<ReportAnswer>;
  /** Returns the scenarios and checks; nothing if the document is not a model. */
  readonly scenarios: (model: string) => Promise<ScenarioList | null>;
  /** Runs a scenario to its end, or refuses to. */
  readonly runScenario: (model: string, title: string, options?: Endable) => Promise<ScenarioOutcome | Refusal>;
  /** Explores a check, or refuses to; `states` limits how far. */
  readonly verify: (
    model: string,
    title: string,
    options?: Endable & { readonly states?: number },
  ) => Promise<CheckOutcome | Refusal>;
  /** Calls a listener with the URI of each model that has been analysed anew, until its answer is disposed of. */
  readonly onDidChangeModel: (listener: (model: string) => void) => { readonly dispose: () => void };
}

/** The signal that ends a question that may take long. */
export interface Endable {
  readonly signal?: AbortSignal;
}

/** The parts of the extension that the interface needs. */
interface ExtensionApiParts {
  readonly ask: Ask;
  /** Opens a document for the server, without showing it. */
  readonly open: (model: string) => Promise<unknown>;
  /** Called with what a listener throws. */
  readonly tellFault: (error: unknown) => void;
}

/** The interface, and how the extension tells it that a model has changed. */
export interface OfferedApi {
  readonly api: ExtensionApi;
  readonly modelChanged: (model: string) => void;
}

/** Makes the interface. */
export function offerApi({ ask, open, tellFault }: ExtensionApiParts): OfferedApi {
  const listeners = new Set<{ readonly tell: (model: string) => void }>();
  const opened = async <P extends OfDocument, R>(method: Method<P, R>, asked: P, signal?: AbortSignal): Promise<R> => {
    await open(asked.uri);
    return ask(method, asked, signal);
  };
  const api: ExtensionApi = {
    version: 1,
    entities: (uri) => opened(modelChoicesRequest, { uri }),
    graph: (uri) => opened(graphRequest, { uri }),
    plan: (uri, question) => opened(planRequest, { uri, question }),
    report: (uri, question, { signal } = {}) => opened(reportRequest, { uri, question }, signal),
    scenarios: (uri) => opened(scenariosRequest, { uri }),
    runScenario: (uri, title, { signal } = {}) => opened(runScenarioRequest, { uri, title }, signal),
    verify: (uri, title, { signal, states } = {}) =>
      opened(verifyRequest, { uri, title, ...(states !== undefined && { states }) }, signal),
    onDidChangeModel: (tell) => {
      const listener = { tell };
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  return {
    api: Object.freeze(api),
    modelChanged: (model) => {
      for (const { tell } of listeners) {
        try {
          tell(model);
        } catch (error) {
          // A fault of another extension must not keep ours from its work.
          tellFault(error);
        }
      }
    },
  };
}
