/**
 * The requests about breakpoints: their locations, and what else stops a run.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  placePointsRequest,
  stopPlacesRequest,
  type PlacedPoint,
} from '../../../server/src/protocol/debug-protocol.ts';
import { sessionOf, type AdapterState, type Answers } from './adapter-state.ts';
import { kindsOf } from './capabilities.ts';
import type { SetPoint } from './session.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the handlers. */
export const breakpointAnswers = (state: AdapterState): Answers => ({
  setBreakpoints: async (given) => {
    const { source, breakpoints = [] } = given as DebugProtocol.SetBreakpointsArguments;
    const session = sessionOf(state);
    const uri = state.sources.uriOf(source.path ?? '');
    const points = breakpoints.map((wish): SetPoint => {
      const { line, column, condition, hitCondition } = wish;
      const position = state.sources.positionOf(line, column);
      const id = state.nextPoint;
      state.nextPoint += 1;
      return {
        id,
        uri,
        line: position.line,
        ...(column !== undefined && { character: position.character }),
        ...(hasText(condition) && { condition }),
        ...(hasText(hitCondition) && { hits: hitCondition }),
      };
    });
    const { uri: model } = session.run.subject;
    const placed =
      points.length === 0 ? [] : (await session.run.ask(placePointsRequest, { uri: model, wishes: points })).points;
    session.points = new Map(session.points).set(uri, points);
    return {
      body: { breakpoints: points.map(({ id }, index) => breakpointOf(state, id, source, placed[index])) },
    };
  },
  breakpointLocations: async (given) => {
    const { source, line, endLine = line } = given as DebugProtocol.BreakpointLocationsArguments;
    const uri = state.sources.uriOf(source.path ?? '');
    const found = await state.world.ask(stopPlacesRequest, { uri });
    const ranges = (found?.places ?? []).map(state.sources.rangeOf);
    const breakpoints = ranges
      .filter((range) => range.line >= line && range.line <= endLine)
      .map((range) => ({ line: range.line, column: range.column }));
    return { body: { breakpoints } };
  },
  setExceptionBreakpoints: (given) => {
    const { filters } = given as DebugProtocol.SetExceptionBreakpointsArguments;
    sessionOf(state).kinds = kindsOf(filters);
    return { body: { breakpoints: filters.map(() => ({ verified: true })) } };
  },
});

const hasText = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function breakpointOf(
  { sources }: AdapterState,
  id: number,
  source: DebugProtocol.Source,
  placed: PlacedPoint | undefined,
): DebugProtocol.Breakpoint {
  if (placed === undefined || 'refusal' in placed) {
    return { id, verified: false, message: placed?.refusal ?? t`It cannot be placed.` };
  }
  const { line, column } = sources.rangeOf(placed.span);
  return { id, verified: true, line, column, source };
}
