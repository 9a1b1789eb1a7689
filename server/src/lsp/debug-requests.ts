/**
 * The debugger's requests about open runs, each answered by its feature.
 */
import { stopPlaces } from '../../../language/src/simulation/play/recording/stop-places.ts';
import { inspectActor } from '../../../language/src/view/inspection/inspect-actor.ts';
import { inspectRun } from '../../../language/src/view/inspection/inspect-run.ts';
import {
  evaluateRequest,
  findStopRequest,
  inspectActorRequest,
  inspectRunRequest,
  placePointsRequest,
  stopPlacesRequest,
} from '../protocol/debug-protocol.ts';
import { evaluateIn, type DocumentRun } from '../features/run-expressions.ts';
import { placePoints, stopSteps } from '../features/run-stops.ts';
import type { RunSession } from '../features/run-opening.ts';
import type { Server } from './guard.ts';
import { optionalAnswers } from './optional-requests.ts';
import { nothingIfClosed, onLong } from './long-requests.ts';
import type { OfDocument, OfRun } from '../protocol/protocol.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handlers; `find` looks up an open run. */
export function answerDebugging(server: Server, find: (id: number) => RunSession | undefined): void {
  const { workspace } = server;
  const openOf = ({ id, uri }: OfRun & OfDocument): DocumentRun | undefined => {
    const run = find(id);
    return run && { run, document: workspace.find(normalized(uri)), workspace };
  };
  const on = optionalAnswers(server);
  on(placePointsRequest, ({ wishes, ...of }) => {
    const open = openOf(of);
    return open && { points: placePoints(open, wishes) };
  });
  on(stopPlacesRequest, ({ uri }) => {
    const document = workspace.find(normalized(uri));
    if (document === undefined) return undefined;
    const { model, sources } = workspace.models.of(document);
    return { places: stopPlaces(model, sources, normalized(uri)).map(({ span }) => span) };
  });
  on(inspectRunRequest, ({ id, step }) => {
    const run = find(id);
    return run && inspectRun(run.model, run.timeline, step, run.summary.title);
  });
  on(inspectActorRequest, ({ id, step, actor }) => {
    const run = find(id);
    if (run === undefined) return undefined;
    return inspectActor(run.model, run.timeline, step, { actor, title: run.summary.title, place: textPlaceOf(run) });
  });
  on(evaluateRequest, (asked) => {
    const open = openOf(asked);
    return open && evaluateIn(open, asked);
  });
  onLong(server, findStopRequest, {
    failed: { refusal: t`The next stop could not be found; the log says why.` },
    title: t`Running to the next stop`,
    begin: (parameters) => {
      const open = openOf(parameters);
      return open === undefined ? nothingIfClosed() : stopSteps(open, parameters);
    },
    finish: (stop) => (stop === undefined ? null : { stop }),
  });
}

/** Returns the location of a run in the text: that of its scenario or check. */
function textPlaceOf({ model: { program, sources }, origin }: RunSession) {
  const { scenarios, checks } = program.model;
  const title = origin.kind === 'scenario' ? origin.title : origin.check;
  const declared = (origin.kind === 'scenario' ? scenarios : checks).find((each) => each.title === title);
  return sources.places[declared?.place ?? -1];
}
