/**
 * Builds a model with its sources for a test, without the parser. Two ways in: `buildModel` takes a
 * few lines of text in a small notation of its own, `makeModel` takes lists of literals, for generators.
 *
 *     root pd kernel                         [absent] [root] KIND NAME [: TYPE] [{ NAME: VALUE, … }]
 *     space disk: block                      what is nested has a dotted name, and comes after what it is in
 *     resource disk.b[3]                     three copies: disk.b[0], disk.b[1], disk.b[2]
 *     fs holds disk.b[*] as rw               SOURCE RELATION TARGET, … [as WORD] [notify ACTION]
 *
 * `x[*]` means all copies; where source and target name the same copied thing, each copy is paired
 * with its own. A setting's value is a whole number, true, false, the name of an entity declared
 * before, a list `[a, b]` of these, or any other word.
 */
import type { Entity, Setting } from '../../language/src/model/entity.ts';
import { type EntityId, type EntityKind, entityKinds } from '../../language/src/model/entity-kind.ts';
import type { Expression } from '../../language/src/model/machines/expression.ts';
import type { Model, Sources } from '../../language/src/model/model.ts';
import type { Policy } from '../../language/src/model/policy.ts';
import { type Relation, type RelationKind, relationKinds } from '../../language/src/model/relation.ts';
import type { Span } from '../../language/src/model/span.ts';

/** A model made for a test, and its names. */
export interface Built {
  readonly model: Model;
  readonly sources: Sources;
  /** Returns the entity of that name; a name that is not in the model is a mistake in the test. */
  readonly id: (name: string) => EntityId;
  /** Returns the names of these entities, in the order given. */
  readonly names: (ids: Iterable<EntityId>) => string[];
}

/** An entity with only what matters; the rest is absent, false or empty. */
export type EntityLiteral = Partial<Omit<Entity, 'id'>> & { readonly kind: EntityKind; readonly span?: Span };

/** A relation with only what matters. */
export type RelationLiteral = Partial<Omit<Relation, 'id'>> & {
  readonly kind: RelationKind;
  readonly source: number;
  readonly target: number;
  readonly span?: Span;
};

/** Makes a model of literals; an entity without a name is called by its kind and id, as in `pd3`. */
export function makeModel(
  entities: readonly EntityLiteral[],
  relations: readonly RelationLiteral[],
  policies: readonly Policy[] = [],
): Built {
  const model: Model = {
    entities: entities.map(wholeEntity),
    relations: relations.map(wholeRelation),
    policies,
    events: [],
    machines: [],
    channels: [],
    collectors: [],
    scenarios: [],
    checks: [],
    views: [],
  };
  const sources: Sources = {
    entities: entities.map((literal, id) => literal.span ?? lineSpan(id, 0, 1)),
    relations: relations.map((literal, id) => literal.span ?? lineSpan(entities.length + id, 0, 1)),
    places: [],
    policies: policies.map((_, index) => lineSpan(entities.length + relations.length + index, 0, 1)),
  };
  const ids = new Map(model.entities.map((entity) => [entity.name, entity.id]));
  return {
    model,
    sources,
    id: (name) => known(ids.get(name), `an entity called ${name}`),
    names: (wanted) => [...wanted].map((id) => known(model.entities[id], `entity ${id}`).name),
  };
}

/** Makes a model of text in the notation above. Blank lines and lines that begin with `//` say nothing. */
export function buildModel(text: string, policies: readonly Policy[] = []): Built {
  const draft: Draft = { entities: [], relations: [], ids: new Map() };
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('//')) continue;
    if (!readEntity(draft, line, index)) readRelation(draft, line, index);
  }
  return makeModel(draft.entities, draft.relations, policies);
}

interface Draft {
  readonly entities: EntityLiteral[];
  readonly relations: RelationLiteral[];
  readonly ids: Map<string, EntityId>;
}

const entityLine = new RegExp(
  `^\\s*(absent\\s+)?(root\\s+)?(${entityKinds.join('|')})\\s+([^\\s:{]+)(?:\\s*:\\s*([\\w-]+))?(?:\\s*\\{(.*)\\})?\\s*$`,
);
const relationLine = new RegExp(
  `^\\s*(\\S+)\\s+(${relationKinds.join('|')})\\s+(.+?)(?:\\s+as\\s+(\\w+))?(?:\\s+notify\\s+(\\w+))?\\s*$`,
);

function readEntity(draft: Draft, line: string, index: number): boolean {
  const match = entityLine.exec(line);
  if (match === null) return false;
  const [, absent, root, kind, written = '', type, settings = ''] = match;
  const span = lineSpan(index, line.indexOf(written), written.length);
  const count = /\[(\d+)\]$/.exec(written)?.[1];
  const plain = count === undefined ? written : written.slice(0, written.lastIndexOf('['));
  const inside = plain.includes('.') ? plain.slice(0, plain.lastIndexOf('.')) : undefined;
  for (const outer of inside === undefined ? [undefined] : matching(draft, inside)) {
    const parent = outer === undefined ? undefined : draft.ids.get(outer);
    const around = parent === undefined ? undefined : draft.entities[parent];
    const own = outer === undefined ? plain : outer + plain.slice(plain.lastIndexOf('.'));
    for (let copy = 0; copy < Number(count ?? 1); copy++) {
      const id = draft.entities.length;
      const name = count === undefined ? own : `${own}[${copy}]`;
      draft.ids.set(name, id);
      draft.entities.push({
        // The expression matches none but the six kinds.
        kind: kind as EntityKind,
        name,
        parent,
        type,
        root: root !== undefined,
        absent: absent !== undefined || around?.absent === true,
        copy: count === undefined ? undefined : copy,
        settings: readSettings(draft, settings),
        span,
      });
      if (kind === 'object' && around?.kind === 'object' && parent !== undefined) {
        draft.relations.push({ kind: 'owns', source: parent, target: id, nested: true, span });
      }
    }
  }
  return true;
}

function readRelation(draft: Draft, line: string, index: number): void {
  const match = relationLine.exec(line);
  if (match === null) throw new Error(`Line ${index + 1} of the model is neither an entity nor a relation: ${line}`);
  const [, source = '', kind, targets = '', as, notify] = match;
  const from = line.indexOf(targets, line.indexOf(String(kind)) + String(kind).length);
  for (const target of targets.split(',').map((name) => name.trim())) {
    const span = lineSpan(index, line.indexOf(target, from), target.length);
    for (const first of matching(draft, source)) {
      const copy = sharedCopy(source, target) ? target.replace('[*]', /\[\d+\]/.exec(first)?.[0] ?? '') : target;
      for (const second of matching(draft, copy)) {
        draft.relations.push({
          // The expression matches none but the kinds of relations.
          kind: kind as RelationKind,
          source: known(draft.ids.get(first), first),
          target: known(draft.ids.get(second), second),
          as,
          notify,
          span,
        });
      }
    }
  }
}

function sharedCopy(source: string, target: string): boolean {
  const stem = source.split('[*]')[0];
  return source.includes('[*]') && target.includes('[*]') && stem === target.split('[*]')[0];
}

function matching(draft: Draft, name: string): string[] {
  if (draft.ids.has(name)) return [name];
  const pattern = name.split('*').map((part) => part.replace(/[.[\]]/g, '\\$&'));
  const expression = new RegExp(`^${pattern.join('[^.\\[\\]]+')}$`);
  const found = [...draft.ids.keys()].filter((candidate) => expression.test(candidate));
  if (found.length === 0) throw new Error(`The model of this test has nothing called ${name}.`);
  return found;
}

function readSettings(draft: Draft, text: string): Setting[] {
  return [...text.matchAll(/([\w-]+)\s*:\s*(\[[^\]]*\]|[^,\s]+)/g)].map(([, name = '', value = '']) => ({
    name,
    value: readValue(draft, value),
  }));
}

function readValue(draft: Draft, text: string): Expression {
  if (text.startsWith('[')) {
    const words = text.slice(1, -1).split(',');
    return { kind: 'list', items: words.map((word) => readValue(draft, word.trim())) };
  }
  if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' };
  if (/^-?\d+$/.test(text)) return { kind: 'number', numerator: Number(text), denominator: 1 };
  const entity = draft.ids.get(text);
  return entity === undefined ? { kind: 'symbol', name: text } : { kind: 'entity', entity };
}

function wholeEntity(literal: EntityLiteral, id: number): Entity {
  return {
    id,
    kind: literal.kind,
    name: literal.name ?? `${literal.kind}${id}`,
    parent: literal.parent,
    type: literal.type,
    copy: literal.copy,
    root: literal.root ?? false,
    absent: literal.absent ?? false,
    ...(literal.protected === true ? { protected: true } : {}),
    ...(literal.doomed === true ? { doomed: true } : {}),
    machine: literal.machine,
    settings: literal.settings ?? [],
    actions: literal.actions ?? [],
    data: literal.data ?? [],
    destructor: literal.destructor,
    documentation: literal.documentation,
  };
}

function wholeRelation(literal: RelationLiteral, id: number): Relation {
  const { kind, source, target, as, notify, nested, quorum } = literal;
  return { id, kind, source, target, as, notify, nested: nested ?? false, ...(quorum && { quorum }) };
}

function lineSpan(line: number, character: number, length: number): Span {
  return { uri: 'test:model', start: { line, character }, end: { line, character: character + length } };
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The model of this test has not got ${what}.`);
  return value;
}
