/**
 * Puts a model together from entities and statements that know each other by keys. Shared by importers; independent of
 * formats.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { emptyModel } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationKind } from '../../model/relation.ts';
import type { Span } from '../../model/span.ts';
import type { Imported } from './imported.ts';

/** An entity in the making. Nested ones follow those that enclose them. */
export interface Making {
  /** The key that statements use; unique. */
  readonly key: string;
  /** The key of the entity that it is nested in. */
  readonly parent?: string;
  readonly entity: Pick<Entity, 'kind' | 'name'> & Partial<Omit<Entity, 'id' | 'parent'>>;
  readonly place: Span;
  /** The words of its origin, if they are not the text of its line. */
  readonly words?: string;
}

/** A relation in the making. */
export interface Statement {
  readonly kind: RelationKind;
  readonly from: string;
  readonly to: string;
  readonly as?: string | undefined;
  readonly place: Span;
  /** The words of its origin, if they are not the text of its line. */
  readonly words?: string;
}

/** The rest of an imported entity: nothing that only a person would write. */
export const blankEntity = {
  parent: undefined,
  copy: undefined,
  root: false,
  absent: false,
  machine: undefined,
  settings: [],
  data: [],
  actions: [],
  destructor: undefined,
  documentation: undefined,
} as const;

/** The classes of libraries that entities are instances of, by their keys. */
export interface Library {
  readonly libraries: readonly string[];
  readonly classes: ReadonlyMap<string, string>;
}

const none: Library = { libraries: [], classes: new Map() };

/**
 * Returns the model of entities and statements, with relations in the order in which they are printed. A statement
 * about a key that no entity has is left out, and so is one that repeats another. `O(n log n)`.
 */
export function modelOf(
  makings: readonly Making[],
  statements: readonly Statement[],
  policies: readonly Policy[] = [],
  { libraries, classes }: Library = none,
): Imported {
  const ids = new Map<string, EntityId>(makings.map(({ key }, id) => [key, id]));
  const said = new Map<string, Set<number>>();
  const stated = statements.flatMap((statement) => {
    const { kind, from, to, as } = statement;
    const [source, target] = [ids.get(from), ids.get(to)];
    if (source === undefined || target === undefined) return [];
    const word = as === undefined ? kind : `${kind} ${as}`;
    const ends = said.get(word) ?? new Set();
    const pair = source * makings.length + target;
    if (ends.has(pair)) return [];
    said.set(word, ends.add(pair));
    return [{ statement, source, target }];
  });
  stated.sort((a, b) => a.source - b.source);
  const worded = (each: readonly { readonly words?: string }[]): Map<number, string> =>
    new Map(each.flatMap(({ words }, id) => (words === undefined ? [] : [[id, words] as const])));
  const places = makings.map(({ place }) => place);
  return {
    model: {
      ...emptyModel,
      entities: makings.map(({ entity, parent }, id) => ({
        ...blankEntity,
        type: undefined,
        ...entity,
        id,
        parent: parent === undefined ? undefined : required(ids.get(parent)),
      })),
      relations: stated.map(({ statement: { kind, as }, source, target }, id) => {
        return { id, kind, source, target, as, notify: undefined, nested: false };
      }),
      policies,
    },
    sources: {
      entities: places,
      relations: stated.map(({ statement }) => statement.place),
      places: [],
      policies: policies.map(() => itemAt(places, 0)),
    },
    words: { entities: worded(makings), relations: worded(stated.map(({ statement }) => statement)) },
    ...(classes.size > 0 && {
      libraries,
      classes: new Map([...classes].map(([key, name]) => [required(ids.get(key)), name] as const)),
    }),
  };
}

/** Returns a setting whose value is a text, a whole number, a yes or no, or a list of texts. */
export function statedSetting(name: string, value: string | number | boolean | readonly string[]): Setting {
  return { name, value: expressionOf(value) };
}

function expressionOf(value: string | number | boolean | readonly string[]): Expression {
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'number') return { kind: 'number', numerator: value, denominator: 1 };
  if (typeof value === 'string') return { kind: 'text', parts: [value] };
  return { kind: 'list', items: value.map(expressionOf) };
}
