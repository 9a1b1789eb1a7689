/**
 * Turns cycles into faults: the shortest cycle of each component, each edge a related location, naming only its
 * members. The individual rules decide which relations may form a cycle.
 */
import type { Cycle } from '../../graph/cycles.ts';
import { relationSpan, relationOf } from '../../model/model.ts';
import type { RelationId } from '../../model/relation.ts';
import { relationFact } from '../facts/facts.ts';
import { noRemedies, type RuleContext, type RuleFault, relationPlace } from './rule.ts';
import { declaredRelations } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** The number of edges that a message spells out; the related locations have all of them. */
const spelledOut = 6;

/** The words for a kind of cycle, and the ways to break it. */
export interface CycleWords {
  readonly words: { readonly fault: string; readonly advice: string };
  readonly remediesOf: (cycle: Cycle) => readonly Remedy[];
}

/** Returns one fault for each cycle of relations, at its first relation; copies of one text count once. */
export function cycleFaults(
  context: RuleContext,
  cycles: readonly Cycle[],
  { words, remediesOf }: CycleWords,
): RuleFault[] {
  const byFirst = new Map(cycles.map((cycle) => [itemAt(cycle.labels, 0), cycle]));
  const firsts = [...byFirst.keys()].map((id) => relationOf(context.model, id));
  return declaredRelations(context, firsts).map(({ first: { id }, count }) => {
    const cycle = byFirst.get(id);
    const labels = cycle?.labels ?? [];
    const others = count === 1 ? '' : t` The same holds for ${count - 1} more ${count === 2 ? t`copy` : t`copies`}.`;
    return {
      message: `${words.fault}: ${facts(context, labels)}. ${words.advice}${others}`,
      span: relationSpan(context.sources, id),
      related: labels.map((label) => relationPlace(context, label)),
      remedies: cycle === undefined ? noRemedies : () => remediesOf(cycle),
    };
  });
}

function facts({ model }: RuleContext, labels: readonly RelationId[]): string {
  const texts = labels.slice(0, spelledOut).map((label) => relationFact(model, label).text);
  const rest = labels.length - texts.length;
  return texts.join(', ') + (rest > 0 ? t`, and so on over ${rest} more` : '');
}
