/**
 * The requests of our own clients, each answered by its feature.
 */
import { changesGraph } from '../features/changes-graph.ts';
import { modelChoices } from '../features/model-choices.ts';
import { drawFence } from '../features/fence-drawing.ts';
import { crashChoices, entityAt, documentGraph } from '../features/own-requests.ts';
import { overlayOf } from '../features/plans.ts';
import { type AskedModel, createSuppositions } from '../features/suppositions.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { type ChangesGraph, type ChangesGraphParameters, changesGraphRequest } from '../protocol/changes-protocol.ts';
import { fencePictureRequest } from '../protocol/fence-protocol.ts';
import {
  crashChoicesRequest,
  entityAtRequest,
  type GraphAnswer,
  graphRequest,
  modelChoicesRequest,
  planRequest,
  type Method,
  type OfDocument,
} from '../protocol/protocol.ts';
import { offsetAt } from './asking.ts';
import { answerGuarded, respond, type Server } from './guard.ts';
import { answerReports } from './report-requests.ts';
import { answerLogs } from './log-requests.ts';
import { answerSimulation } from './simulation-requests.ts';
import { answerSystem } from './system-requests.ts';
import { answerSuppositions } from './suppose-requests.ts';
import { answerTrees } from './tree-requests.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handlers. */
export function answerOwnRequests(server: Server): void {
  const { workspace, files, layOut } = server;
  const modelOf = ({ uri }: OfDocument): CheckedModel | undefined => {
    const document = workspace.find(normalized(uri));
    return document === undefined ? undefined : workspace.models.of(document);
  };
  const on = <P, R>(request: Method<P, R>, otherwise: R, answer: (parameters: P) => R): void => {
    answerGuarded(server, request, otherwise, answer);
  };
  const suppositions = createSuppositions(workspace);
  /** Returns the model as it is supposed to be. */
  const askedOf = ({ uri }: OfDocument): AskedModel | undefined => {
    const document = workspace.find(normalized(uri));
    return document === undefined ? undefined : suppositions.ask(document);
  };
  const draw = server.sliced<OfDocument, GraphAnswer | null>(graphRequest.method, null, function* (parameters) {
    const asked = askedOf(parameters);
    const version = workspace.version(normalized(parameters.uri)) ?? 0;
    return asked === undefined ? null : yield* documentGraph(asked, version);
  });
  respond(server.connection, graphRequest, draw);
  on(crashChoicesRequest, { pds: [], policies: [] }, (parameters) => {
    const model = askedOf(parameters)?.model;
    return model === undefined ? { pds: [], policies: [] } : crashChoices(model);
  });
  on(planRequest, { refusal: t`The plan could not be made; the log says why.` }, ({ uri, question }) => {
    const model = askedOf({ uri })?.model;
    return model === undefined ? { refusal: t`The document ${uri} is not open.` } : overlayOf(model, question);
  });
  const uncompared: ChangesGraph | Refusal = { refusal: t`The comparison could not be made; the log says why.` };
  const compare = server.sliced<ChangesGraphParameters, ChangesGraph | Refusal>(
    changesGraphRequest.method,
    uncompared,
    function* ({ uri, question }) {
      const model = askedOf({ uri })?.model;
      if (model === undefined) return { refusal: t`The document ${uri} is not open.` };
      return yield* changesGraph(model, modelOf({ uri: question.base }), question);
    },
  );
  respond(server.connection, changesGraphRequest, compare);
  const noChoices = { entities: [], policies: [], ownPolicies: [] };
  on(modelChoicesRequest, noChoices, (parameters) => {
    const model = askedOf(parameters)?.model;
    return model === undefined ? noChoices : modelChoices(model);
  });
  on(entityAtRequest, null, ({ uri, position }) => {
    const document = workspace.find(normalized(uri));
    return document === undefined ? null : entityAt(workspace, document, offsetAt(document.textDocument, position));
  });
  const read = async (uri: string) =>
    workspace.find(normalized(uri))?.textDocument.getText() ?? files.read(normalized(uri));
  const undrawn = { refusal: t`The picture could not be drawn; the log says why.` };
  answerGuarded(server, fencePictureRequest, undrawn, (fence) => drawFence(fence, { read, layOut }));
  answerSuppositions(server, suppositions);
  answerReports(server, modelOf, askedOf);
  answerSystem(server, modelOf);
  answerTrees(server, modelOf);
  answerSimulation(server, modelOf);
  answerLogs(server, modelOf);
}
