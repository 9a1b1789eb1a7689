/**
 * The entity, set, typed value or fixed word that is wanted at an expression. Names and keywords are offered by this
 * alone.
 */
import { expectedType } from '../../../language/src/dsl/types/expectation.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { StaticType } from '../../../language/src/dsl/types/static-type.ts';
import { typeOf } from '../../../language/src/dsl/types/typing.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { legalEntityKinds, pathEnd } from './legal-kinds.ts';

/**
 * - `declared`: an end of a declared relation, so only an entity
 * - `target`: the operand of a step or of a question about a relation: an entity, a set or a value of these types
 * - `item`: an element of an iterated set: an entity or a policy
 * - `set`: a set that is searched
 * - `copy`: the index of a copy
 * - `assigned`: a variable that is assigned
 * - `constant`: the value of a setting that is the same in every run
 * - `word`: a value of an enumeration, a type label, a policy
 * - `value`: anything of a type, or the beginning of a value of it
 */
export type WantedForm = 'declared' | 'target' | 'item' | 'set' | 'copy' | 'assigned' | 'constant' | 'word' | 'value';

/** The entity, set or value wanted at an expression. */
export interface Sought {
  readonly form: WantedForm;
  /** The legal kinds of entities; nothing if all are. */
  readonly kinds: readonly EntityKind[] | undefined;
  /** The type, if the position determines it. */
  readonly type: StaticType;
}

/** Returns what is wanted at an expression, or at the path it is part of. */
export function wantedOf(expression: ast.Expression): Sought {
  const end = pathEnd(expression);
  const type = expectedType(end);
  const kinds = legalEntityKinds(end) ?? kindsOf(type);
  return { form: formOf(end, type), kinds, type };
}

function kindsOf(type: StaticType): readonly EntityKind[] | undefined {
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' && single.of !== 'entity' ? [single.of] : undefined;
}

function formOf(expression: ast.Expression, type: StaticType): WantedForm {
  const container = expression.$container;
  switch (container.$type) {
    case 'SubjectRelation':
      return 'declared';
    case 'RelationTarget':
      return ast.isLink(container.$container) || ast.isUnlink(container.$container) ? 'target' : 'declared';
    case 'Crash':
    case 'Destroy':
    case 'Evict':
    case 'Delete':
      return container.policy === expression ? 'word' : 'target';
    case 'Collect':
      return 'word';
    case 'Link':
    case 'Unlink':
    case 'Create':
    case 'Remove':
    case 'Halt':
    case 'Restart':
    case 'Move':
    case 'Fault':
      return 'target';
    case 'Send':
      return container.to === expression ? 'target' : byType(type);
    case 'Related':
      return container.entity === expression ? 'target' : 'value';
    case 'Before':
      return container.second === expression ? 'target' : 'value';
    case 'Notified':
      return container.of.includes(expression) ? 'target' : 'value';
    case 'Membership':
      return container.set === expression ? 'set' : 'value';
    case 'Quantified':
      return container.set === expression ? 'set' : 'value';
    case 'LoopVariable':
      return 'set';
    case 'ViewSubject':
      return 'target';
    case 'Selection':
      return typeOf(container.receiver).kind === 'entity' ? 'copy' : byType(type);
    case 'Assignment':
      return container.target === expression ? 'assigned' : byType(type);
    case 'Setting':
      return ast.isEntity(container.$container) || ast.isClass(container.$container) ? byType(type) : 'constant';
    case 'ListLiteral':
      return ofItem(container, type);
    default:
      return byType(type);
  }
}

const byType = ({ kind }: StaticType): WantedForm =>
  kind === 'enum' || kind === 'label' || kind === 'policy' ? 'word' : 'value';

function ofItem(list: ast.ListLiteral, type: StaticType): WantedForm {
  const around = wantedOf(list).form;
  if (around === 'constant') return around;
  if (ast.isOrderExpectation(list.$container)) return 'target';
  return around === 'set' ? 'item' : byType(type);
}

/** Returns true if a name of a type is what is wanted, or can begin a path to it. */
export function canBe({ form, kinds, type }: Sought, given: StaticType): boolean {
  const single = given.kind === 'set' ? given.of : given;
  const isEntity = single.kind === 'entity';
  const isOfKind = isEntity && (kinds === undefined || single.of === 'entity' || kinds.includes(single.of));
  switch (form) {
    case 'declared':
    case 'target':
      return given.kind === 'unknown' || isOfKind;
    case 'item':
      return given.kind === 'unknown' || given.kind === 'policy' || isOfKind;
    case 'set':
      return ['set', 'map', 'unknown', 'number'].includes(given.kind) || (given.kind === 'entity' && hasSets(given));
    case 'copy':
      return given.kind === 'number';
    case 'constant':
      if (type.kind === 'set' || type.kind === 'entity') return isOfKind;
      return given.kind === 'label' || given.kind === 'enum';
    case 'assigned':
      return true;
    case 'word':
      return type.kind !== 'policy' || given.kind === 'policy' || given.kind === 'unknown';
    case 'value':
      if (given.kind === 'policy') return type.kind === 'policy';
      if (type.kind === 'entity') return given.kind === 'unknown' || (given.kind === 'entity' && isOfKind);
      return !isEntity || kinds === undefined || isOfKind;
  }
}

/** Returns true if sets can follow the dot of an entity: what it owns or contains, or a variable of its machine. */
const hasSets = ({ of, machine }: StaticType & { readonly kind: 'entity' }): boolean =>
  machine !== undefined || of === 'entity' || of === 'region' || of === 'object';

/** Returns true if an entity that is not wanted itself can begin a path to something that is. */
export function canLead({ form, kinds }: Sought, entity: ast.Entity): boolean {
  if (form === 'value') return kinds === undefined;
  if (form !== 'set') return false;
  return entity.count !== undefined;
}

/** The words that may begin an operand, by the wanted type. */
const operandWords: Readonly<Partial<Record<StaticType['kind'], readonly string[]>>> = {
  number: ['if', 'count', 'self'],
  duration: ['if', 'now', 'self'],
  text: ['if', 'self'],
  entity: ['if', 'none', 'self'],
  set: ['if', 'self'],
  map: ['if'],
  enum: ['if'],
  bool: ['true', 'false', 'not', 'if', 'all', 'any', 'count', 'now', 'self'],
  unknown: ['true', 'false', 'not', 'if', 'all', 'any', 'count', 'now', 'self'],
};

/** Returns true if a word such as `true` or `count` can begin what is wanted. */
export function canBeginWanted({ form, type }: Sought, word: string): boolean {
  switch (form) {
    case 'declared':
    case 'copy':
      return false;
    case 'set':
    case 'target':
    case 'item':
    case 'assigned':
      return word === 'self';
    case 'constant':
      return type.kind === 'bool' && (word === 'true' || word === 'false');
    case 'word':
    case 'value':
      return operandWords[type.kind]?.includes(word) ?? false;
  }
}
