/** The graph that shows how the consequences of a model differ from those of an earlier version. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { joinedGraphs } from '../../../language/src/view/joined-graphs.ts';
import { withNamedViews } from '../../../language/src/view/named/named-views.ts';
import { changesOverlay } from '../../../language/src/view/report/changes-overlay.ts';
import type { ChangesQuestion } from '../../../language/src/view/report/question.ts';
import type { ChangesGraph } from '../protocol/changes-protocol.ts';
import { comparedSteps } from '../questions/compare-runs.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { comparable } from './reports.ts';

/** Yields between pieces of work; returns both graphs as one, with the differences, or a refusal. */
export function* changesGraph(
  head: CheckedModel,
  base: CheckedModel | undefined,
  question: ChangesQuestion,
): Generator<undefined, ChangesGraph | Refusal> {
  yield;
  const pair = comparable(head, base, question);
  if ('refusal' in pair) return { refusal: pair.refusal };
  const { value: both } = pair;
  const changes = yield* comparedSteps(both);
  const drawn = ({ model, sources, findings }: CheckedModel) => graphView(model, sources, { findings });
  const graph = joinedGraphs(drawn(both.base), drawn(both.head));
  return {
    graph: withNamedViews(graph, head.model, head.sources),
    plan: changesOverlay(changes, both, question),
  };
}
