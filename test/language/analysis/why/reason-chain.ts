/**
 * Checks a reason chain fact by fact against the model: each fact is declared, each follows from the previous one, and
 * everything between the crash and the effect has itself been destroyed or broken.
 */
import assert from 'node:assert/strict';
import type { Cleanup } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Fact } from '../../../../language/src/model/fact.ts';
import type { Model } from '../../../../language/src/model/model.ts';

/** Returns the end of the chain, and the number of distances of each kind it has crossed. */
export function followChain(
  model: Model,
  cleanup: Cleanup,
  because: readonly Fact[],
): { readonly end: number; readonly pdSteps: number; readonly spaceSteps: number } {
  const [first, ...rest] = because;
  assert.equal(first?.entity, cleanup.crashed[0], 'a chain begins with the crash');
  const gone = new Set([...cleanup.destroyed, ...cleanup.broken].map(({ entity }) => entity));
  let here = first?.entity ?? -1;
  let pdSteps = 0;
  let spaceSteps = 0;
  for (const fact of rest) {
    // A request by PD and type may lose one of the spaces while their manager lives.
    const isThroughManager = model.relations[fact.relation ?? -1]?.kind === 'requests';
    assert.ok(gone.has(here) || isThroughManager, `"${model.entities[here]?.name}" has gone before it is a cause`);
    const { next, cost } = follow(model, fact, here);
    here = next;
    if (cost === 'pd') pdSteps += 1;
    if (cost === 'space') spaceSteps += 1;
  }
  return { end: here, pdSteps, spaceSteps };
}

function follow(model: Model, fact: Fact, here: number): { next: number; cost: 'none' | 'pd' | 'space' } {
  if (fact.relation === undefined) {
    const nested = model.entities[fact.entity ?? -1];
    assert.ok(nested, 'a fact names a relation or an entity of the model');
    // Inwards, the enclosing entity destroys the nested one; outwards, a resource refers to its space.
    if (nested.id === here) return { next: nested.parent ?? -1, cost: 'none' };
    assert.equal(nested.parent, here);
    return { next: nested.id, cost: 'none' };
  }
  const relation = model.relations[fact.relation];
  assert.ok(relation, 'a fact names a relation of the model');
  const { kind, source, target } = relation;
  for (const id of [source, target]) assert.ok(fact.text.includes(`"${model.entities[id]?.name}"`), fact.text);
  const leadsForward = kind === 'manages' || kind === 'owns';
  // A living manager is notified of its space; a service is requested through the PD that manages it.
  if (kind === 'manages' && target === here) return { next: source, cost: 'none' };
  if (kind === 'requests' && target !== here) {
    assert.equal(
      model.relations.some((each) => each.kind === 'manages' && each.source === target && each.target === here),
      true,
    );
    return { next: source, cost: 'pd' };
  }
  assert.equal(leadsForward ? source : target, here, `${fact.text} leads on from "${model.entities[here]?.name}"`);
  const isSpaceMap = kind === 'maps' && model.entities[source]?.kind === 'space';
  const cost = kind === 'requests' || kind === 'holds' ? 'pd' : isSpaceMap ? 'space' : 'none';
  return { next: leadsForward ? target : source, cost };
}
