/**
 * Finds the cycles of a graph of relations, with the smallest sets of relations whose removal breaks them as remedies.
 */
import { t } from '../../model/common/translation.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { cyclicComponents } from '../../graph/feedback/feedback-sets.ts';
import type { Cut } from '../../graph/feedback/greedy-cuts.ts';
import { relationFact } from '../facts/facts.ts';
import { relationOf } from '../../model/model.ts';
import type { RuleContext, RuleFault } from './rule.ts';
import { cycleFaults, type CycleWords } from './cycle-faults.ts';
import type { Remedy } from './remedy.ts';
import { required } from '../../model/common/lookup.ts';

/** Finding cycles must stay fast while the user types; the command that asks for cuts spends more. */
const limits = { alternatives: 3, budget: 200_000 };

/** The most relations that a remedy removes. */
const mostRelations = 5;

/** Returns one fault for the shortest cycle in each component of a graph whose labels are relations. */
export function cyclesOf(context: RuleContext, graph: Digraph, words: CycleWords['words']): RuleFault[] {
  const { model, locked } = context;
  const isLocked = (id: number): boolean => relationOf(model, id).nested || locked?.has(id) === true;
  const components = cyclicComponents(graph, { isLocked, ...limits });
  const byCycle = new Map(components.map((component) => [component.shortest, component]));
  return cycleFaults(
    context,
    components.map(({ shortest }) => shortest),
    {
      words,
      remediesOf: (cycle) =>
        required(byCycle.get(cycle))
          .solution()
          .cuts.flatMap((cut) => remedies(context, cut)),
    },
  );
}

function remedies({ model }: RuleContext, { labels, isMinimal }: Cut): Remedy[] {
  if (!isMinimal || labels.length > mostRelations) return [];
  const facts = labels.map((id) => relationFact(model, id).text);
  return [{ kind: 'unrelate', title: t`Remove: ${facts.join(', ')}`, relations: labels }];
}
