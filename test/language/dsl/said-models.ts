/** What a text can say of a random model, and the structure that has to come back when the text is read. */
import type { Model } from '../../../language/src/model/model.ts';
import { relationEnds, targetKinds } from '../../../language/src/model/relation.ts';
import type { Parts } from '../analysis/random-model.ts';

/**
 * The structure of a model as lines in alphabetical order, as printing puts relations before what is
 * nested. Copies are written one by one, so `pod[0]` is a quoted name afterwards; actions are not written,
 * so nothing is notified.
 */
export function structure({ entities, relations, policies }: Model): unknown {
  const name = (id: number | undefined) => (id === undefined ? '' : bare(entities[id]?.name ?? '?'));
  const lines = entities.map(
    ({ id, kind, parent, type, root, absent, documentation }) =>
      `${kind} ${name(id)} in ${name(parent)} : ${bare(type ?? '')} ${root} ${absent} ${documentation ?? ''}`,
  );
  const said = relations.map(
    ({ source, kind, target, as, nested }) => `${name(source)} ${kind} ${name(target)} as ${bare(as ?? '')} ${nested}`,
  );
  const settings = entities.map((each) => `${name(each.id)}: ${JSON.stringify([each.settings, each.data])}`);
  return [lines.sort(), said.sort(), settings.sort(), policies];
}

const bare = (name: string): string => name.replaceAll("'", '');

/** What a text can say of random parts: relations between legal kinds, types and ownership by nesting. */
export function sayable({ entities, relations }: Parts): Parts {
  const said = entities.map((entity) => {
    const around = entity.parent === undefined ? undefined : entities[entity.parent];
    const type = entity.type ?? (entity.kind === 'resource' && around?.kind === 'space' ? around.type : undefined);
    return type === undefined ? entity : { ...entity, type };
  });
  const names: string[] = [];
  const named = said.map((entity, id) => {
    const own = entity.name ?? '';
    names[id] = entity.parent === undefined ? own : `${names[entity.parent] ?? ''}.${own}`;
    return { ...entity, name: names[id] };
  });
  const legal = relations.filter(({ kind, source, target }) => {
    const [from, to] = [entities[source]?.kind, entities[target]?.kind];
    return (
      from !== undefined &&
      to !== undefined &&
      relationEnds[kind].from.includes(from) &&
      targetKinds(kind, from).includes(to)
    );
  });
  const nested = named.flatMap(({ kind, parent }, target) => {
    const isOwned = kind === 'object' && parent !== undefined && entities[parent]?.kind === 'object';
    return isOwned ? [{ kind: 'owns' as const, source: parent, target, nested: true }] : [];
  });
  return { entities: named, relations: [...legal, ...nested] };
}
