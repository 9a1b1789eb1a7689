/** Compares the starts of two models: what is `doomed`, and what goes with it, and what is `absent`. */
import type { EntityId } from '../../model/entity-kind.ts';
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Model } from '../../model/model.ts';
import { startOf } from '../deletion/at-start.ts';
import type { AtStart, DoomedChange, Reason, Side } from './change.ts';
import type { Compared } from './compare-events.ts';

/** Returns the entities that the head has and that start otherwise in it, those with the same change together. */
export function doomedChanges({ base, head }: Compared): DoomedChange[] {
  const before = new Map(base.entities.map(({ name, id }) => [name, id]));
  const [old, now] = [startsIn(base), startsIn(head)];
  const groups = new Map<string, { readonly name: string; readonly reason: Reason }[]>();
  for (const { id, name, kind } of head.entities) {
    const same = before.get(name);
    const known = same === undefined || base.entities[same]?.kind !== kind ? undefined : same;
    const [from, to] = [known === undefined ? 'there' : old(known), now(id)];
    if (from === to || (known === undefined && to === 'absent')) continue;
    const [side, model, which]: [Side, Model, EntityId] =
      to === 'there' && known !== undefined ? ['base', base, known] : ['head', head, id];
    append(groups, JSON.stringify([from, to]), { name, reason: { side, because: startOf(model).because(which) } });
  }
  return [...groups].map(([key, group]) => {
    const [from, to] = JSON.parse(key) as [AtStart, AtStart];
    return { kind: 'doomed', entities: group.map(({ name }) => name), from, to, reason: itemAt(group, 0).reason };
  });
}

function startsIn(model: Model): (id: EntityId) => AtStart {
  const { ended, ending } = startOf(model);
  return (id) => {
    if (model.entities[id]?.absent === true) return 'absent';
    if (ended.has(id)) return 'ended';
    return ending.modes.has(id) ? 'ending' : 'there';
  };
}
