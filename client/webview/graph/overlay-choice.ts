/**
 * What a plan or a comparison wants drawn itself: the subjects of a plan, and whom a difference is about.
 */
import { planAtStep } from '../../../language/src/view/report/plan-at-step.ts';
import type { PlanMark, PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { asking, revealing } from './choice.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';

/** What is shown now. */
interface Shown {
  readonly model: { readonly graph: GraphView } | undefined;
  readonly plan: PlanOverlay | undefined;
  readonly choice: ViewChoice;
}

/** What a difference changes in the page. */
interface DifferenceShown {
  readonly choice?: ViewChoice;
  readonly selection?: Selection | undefined;
  readonly areDetailsOpen?: boolean;
}

/** The most entities of a difference that are drawn themselves. */
const drawnOfDifference = 40;

/** Shows whom a difference hits and what causes it, each drawn itself, with the reason in the details. */
export function withDifference({ plan, model, choice }: Shown, step: number | undefined): DifferenceShown {
  if (plan?.question.kind !== 'changes' || step === undefined) return {};
  const { marks } = planAtStep(plan, step);
  const isHit = ({ effects }: PlanMark): boolean => effects.some(({ kind }) => kind !== 'cause');
  const explained = marks.find(({ effects }) => effects.some(({ because }) => because.length > 0)) ?? marks.find(isHit);
  if (explained === undefined) return { selection: undefined, areDetailsOpen: false };
  const names = marks.slice(0, drawnOfDifference).map(({ name }) => name);
  const shown = model === undefined ? choice : revealing(choice, model.graph, explained.name);
  return {
    choice: asking(shown, [explained.name, ...names]),
    selection: { type: 'node', id: explained.name },
    areDetailsOpen: true,
  };
}

/** Unstacks the subjects of a new plan. */
export function choiceWithPlan({ model, plan, choice }: Shown, next: PlanOverlay | undefined): ViewChoice {
  const isSame = plan !== undefined && JSON.stringify(plan.question) === JSON.stringify(next?.question);
  if (next === undefined || isSame || model === undefined || next.question.kind === 'changes') return choice;
  return asking(choice, subjectsOf(next, model.graph));
}

/** Returns the choice with an entity drawn itself, beside the subjects of the plan. */
export const askingBeside = (choice: ViewChoice, graph: GraphView, name: string, plan: PlanOverlay | undefined) =>
  asking(choice, [...new Set([...(plan === undefined ? [] : subjectsOf(plan, graph)), name])]);

/** Returns the entities that a plan ends itself; a comparison has none. */
function subjectsOf({ question }: PlanOverlay, { nodes }: GraphView): string[] {
  if (question.kind === 'changes') return [];
  const names = new Set([question.of, ...(question.also ?? [])]);
  return nodes.flatMap(({ id }) => (names.has(id) ? [id] : []));
}
