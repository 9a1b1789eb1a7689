/** Builds small models for the tests of printing and exporting. */
import type { Entity } from '../../../language/src/model/entity.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Relation, RelationKind } from '../../../language/src/model/relation.ts';

type Extras = Partial<Omit<Entity, 'id' | 'kind' | 'name'>>;

/** An entity; the part of `name` before the last dot is the name of the enclosing one. */
export type Declared = readonly [kind: EntityKind, name: string, extras?: Extras];
export type Related = readonly [source: string, kind: RelationKind, target: string, extras?: Partial<Relation>];

/** Returns a model of these entities and relations. */
export function modelOf(
  declared: readonly Declared[],
  related: readonly Related[] = [],
  rest: Partial<Model> = {},
): Model {
  const idOf = (name: string): number | undefined => {
    const id = declared.findIndex((each) => each[1] === name);
    return id < 0 ? undefined : id;
  };
  const entities = declared.map(([kind, name, extras], id): Entity => {
    const parent = name.includes('.') ? idOf(name.slice(0, name.lastIndexOf('.'))) : undefined;
    const nothing = {
      type: undefined,
      copy: undefined,
      machine: undefined,
      data: [],
      destructor: undefined,
      documentation: undefined,
    };
    return { id, kind, name, parent, root: false, absent: false, settings: [], actions: [], ...nothing, ...extras };
  });
  const relations = related.map(([source, kind, target, extras], id): Relation => {
    const [from, to] = [idOf(source), idOf(target)];
    if (from === undefined || to === undefined) throw new Error(`${source} ${kind} ${target}: no such entity`);
    return { id, kind, source: from, target: to, as: undefined, notify: undefined, nested: false, ...extras };
  });
  const empty = {
    policies: [],
    events: [],
    machines: [],
    channels: [],
    collectors: [],
    scenarios: [],
    checks: [],
    views: [],
  };
  return { entities, relations, ...empty, ...rest };
}
