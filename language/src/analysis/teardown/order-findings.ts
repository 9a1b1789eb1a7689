/**
 * Reports one finding for each declared order that does not hold in a teardown.
 */
import type { Fact } from '../../model/fact.ts';
import type { Finding, RelatedPlace } from '../../model/finding.ts';
import { entitySpan, quotedName, relationSpan, type Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { DroppedOrder } from './dropped-order-cycles.ts';
import type { Teardown } from './teardown.ts';
import { t } from '../../model/common/translation.ts';

/** The number of facts that a message spells out; the related locations have all of them. */
const spelledOut = 6;

/** Returns the findings `order/left-out`, in declaration order, at the text of the order that gives way. */
export function droppedOrderFindings(
  model: RelatedEntities,
  sources: Sources,
  { dropped }: Pick<Teardown, 'dropped'>,
): Finding[] {
  return dropped.map((each) => {
    const { fact, severity, cycle } = each;
    return {
      code: 'order/left-out',
      severity,
      message: messageOf(model, each),
      span: spanOfFact(sources, fact),
      related: cycle.map((link): RelatedPlace => ({ message: `${link.text}.`, span: spanOfFact(sources, link) })),
    };
  });
}

function messageOf(model: RelatedEntities, { first, then, fact, cycle }: DroppedOrder): string {
  const [one, other] = [quotedName(model, first), quotedName(model, then)];
  const others = cycle.slice(1);
  const shown = others.slice(0, spelledOut).map(({ text }) => text);
  const rest = others.length - shown.length;
  const why = shown.join(', ') + (rest > 0 ? t`, and so on over ${rest} more` : '');
  return (
    t`Because ${fact.text}, ${one} would be destroyed before ${other}, but other orders require the opposite: ${why}. ` +
    t`Remove one of these relations, or set "conflict" in a policy to choose which side is kept.`
  );
}

function spanOfFact(sources: Sources, { relation, entity }: Fact): Span {
  if (relation !== undefined) return relationSpan(sources, relation);
  if (entity !== undefined) return entitySpan(sources, entity);
  throw new Error('A fact of an order names neither a relation nor an entity.');
}
