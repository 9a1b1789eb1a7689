/**
 * Says how two entities are connected: a shortest way from one to the other over any relations and nesting, in whichever
 * direction these point. Cost: O(entities + relations).
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { type Model, quotedName } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';
import { counted } from '../../model/common/word-list.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import type { WhyAnswer } from './why-answer.ts';

/** The two ends of a way, and where it leads. */
interface Link {
  readonly other: EntityId;
  readonly fact: () => Fact;
}

/** Returns the shortest way between two entities, of several the one whose relations are declared first. */
export function whyConnected(model: Model, from: EntityId, to: EntityId): WhyAnswer {
  const way = shortestWay(linksOf(model), from, to);
  const [one, other] = [quotedName(model, from), quotedName(model, to)];
  const answer = { claim: 'connected', missing: [], remarks: [] } as const;
  if (way === undefined)
    return { ...answer, holds: false, text: t`No relation or nesting leads from ${one} to ${other}.`, because: [] };
  const text = t`${one} and ${other} are connected in ${counted(way.length, 'step')}.`;
  return { ...answer, holds: true, text, because: way.map(({ fact }) => fact()) };
}

/** Returns the links of each entity: its relations in the order of the text, then what it is nested in or around. */
function linksOf(model: Model): readonly (readonly Link[])[] {
  const links: Link[][] = model.entities.map(() => []);
  const join = (one: EntityId, other: EntityId, fact: () => Fact): void => {
    itemAt(links, one).push({ other, fact });
    itemAt(links, other).push({ other: one, fact });
  };
  for (const { id, source, target } of model.relations) join(source, target, () => relationFact(model, id));
  for (const { id, parent } of model.entities) if (parent !== undefined) join(id, parent, () => nestingFact(model, id));
  return links;
}

function shortestWay(links: readonly (readonly Link[])[], from: EntityId, to: EntityId): Link[] | undefined {
  const before = new Map<EntityId, { readonly by: Link; readonly from: EntityId } | undefined>([[from, undefined]]);
  // What is found is appended while iterating, so that the nearest comes first.
  for (const here of before.keys()) {
    if (here === to) break;
    for (const by of itemAt(links, here)) if (!before.has(by.other)) before.set(by.other, { by, from: here });
  }
  if (!before.has(to)) return undefined;
  const way: Link[] = [];
  for (let last = before.get(to); last !== undefined; last = before.get(last.from)) way.unshift(last.by);
  return way;
}
