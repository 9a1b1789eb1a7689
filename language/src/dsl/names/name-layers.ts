/**
 * Finds the layers for the first name of a path or expression: values and labels where these are expected, then local
 * names, the machine, the enclosing entities from the innermost, the file, its imports, the built-in names, and last a
 * unique ending of a qualified name.
 */
import { type AstNode, AstUtils, type LangiumDocuments } from 'langium';
import {
  bodiesAround,
  bodiesOf,
  type Body,
  isCopyNumber,
  kindOf,
  mayBeCopied,
  parametersOf,
  settingAround,
} from '../types/bodies.ts';
import * as builtIns from '../types/built-ins.ts';
import { expectedType } from '../types/expectation.ts';
import * as ast from '../generated/ast.ts';
import { filtered, type NameLayer, listLayer, mapLayer } from './layers.ts';
import { relationKindOf } from '../types/relation-kind.ts';
import type { StaticType } from '../types/static-type.ts';
import { findNested, machineSymbolsOf, nestedIn, type Symbols } from '../types/symbols.ts';
import { machineAround, typeOf, typeOfNamed } from '../types/typing.ts';
import { visibleSymbols } from './visible.ts';
import { targetKinds } from '../../model/relation.ts';
import type { EntityKind } from '../../model/entity-kind.ts';

/** Returns the layers in which a name reference is looked up. */
export function* layersOfName(reference: ast.NameReference, documents: LangiumDocuments): Iterable<NameLayer> {
  if (reference.isCall) {
    yield mapLayer(builtIns.functions);
    return;
  }
  const symbols = visibleSymbols(reference, documents);
  if (isDeclaredTarget(reference)) {
    yield* entityLayers(reference, symbols);
    yield endingLayer(reference, symbols);
    return;
  }
  const isBare = !isReceiver(reference);
  const expected = isBare ? expectedType(reference) : undefined;
  const fixed = expected && fixedLayers(reference, expected, symbols);
  if (fixed !== undefined) {
    yield* fixed;
    return;
  }
  if (isBare) yield* stateLayers(reference, symbols);
  yield* localLayers(reference);
  yield* machineLayers(reference);
  yield* entityLayers(reference, symbols);
  for (const { channels, collectors } of symbols) yield* [mapLayer(channels), mapLayer(collectors)];
  yield mapLayer(builtIns.sets);
  yield endingLayer(reference, symbols);
  for (const { policies } of symbols) yield mapLayer(policies);
  yield mapLayer(builtIns.policies);
}

/** Returns the kinds that the entity at the end of a path may have; undefined if any is legal. */
export function acceptedKinds(end: ast.Expression): readonly EntityKind[] | undefined {
  let path: ast.Expression = end;
  while (ast.isSelection(path.$container) && path.$container.receiver === path) path = path.$container;
  const container = path.$container;
  if (!ast.isRelationTarget(container)) return undefined;
  const relation = container.$container;
  const subject = subjectKind(relation);
  const kind = relationKindOf(relation.kind);
  return subject === undefined ? undefined : targetKinds(kind, subject);
}

/** Returns the kind of a relation's subject, if the text determines it. */
function subjectKind(relation: ast.RelationTarget['$container']): EntityKind | undefined {
  if (ast.isRelation(relation)) return kindOf(relation.$container);
  const type = typeOf(relation.subject);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' && single.of !== 'entity' ? single.of : undefined;
}

/** Returns true if a name is part of a declared relation, so that it can only name an entity. */
export function isDeclaredTarget(reference: AstNode): boolean {
  let node = reference;
  while (isReceiver(node)) node = node.$container;
  const container = node.$container;
  if (ast.isSubjectRelation(container)) return true;
  return ast.isRelationTarget(container) && !ast.isLink(container.$container) && !ast.isUnlink(container.$container);
}

/** Returns true if a path continues after a node. */
export function isReceiver(node: AstNode): node is AstNode & { readonly $container: AstNode } {
  const container = node.$container;
  return (
    (ast.isMemberAccess(container) || ast.isSelection(container) || ast.isAllNested(container)) &&
    container.receiver === node
  );
}

function fixedLayers(
  reference: ast.NameReference,
  expected: StaticType,
  symbols: readonly Symbols[],
): NameLayer[] | undefined {
  switch (expected.kind) {
    case 'enum': {
      const { declaration, values } = expected;
      const words = listLayer(declaration?.values ?? values.map((value) => builtIns.labelNamed(value)));
      return [
        words,
        ...[...localLayers(reference), ...machineLayers(reference), ...parameterLayers(reference)].map((layer) =>
          filtered(layer, mayBeWord),
        ),
      ];
    }
    case 'label':
      return [finalizerLayer(reference, symbols) ?? labelLayer(symbols)];
    case 'policy':
      return [
        ...localLayers(reference),
        ...symbols.map(({ policies }) => mapLayer(policies)),
        mapLayer(builtIns.policies),
      ];
    default:
      return isFreeWord(reference)
        ? [...parameterLayers(reference), copyNumberLayer(reference), wordLayer(reference)]
        : undefined;
  }
}

/** Returns true if a value of a machine may be a word of an enumeration; true also if its type is unknown. */
function mayBeWord(node: AstNode): boolean {
  const { kind } = typeOfNamed(node as ast.Named);
  return kind === 'enum' || kind === 'unknown';
}

/** Returns true if any word is legal here: in a setting without a fixed type of value, or of the author's own data. */
export function isFreeWord(reference: ast.NameReference): boolean {
  const setting = ast.isListLiteral(reference.$container) ? reference.$container.$container : reference.$container;
  if (!ast.isSetting(setting)) return false;
  const target = setting.property.ref;
  return (
    target === setting || (target !== undefined && builtIns.isBuiltIn(target) && target.valueType.kind === 'unknown')
  );
}

/** Makes the layer of the number of a copy: in classes, and where something around has copies. */
const copyNumberLayer = (reference: ast.NameReference): NameLayer =>
  filtered(mapLayer(builtIns.sets), (each) => isCopyNumber(each) && mayBeCopied(reference));

function wordLayer(reference: ast.NameReference): NameLayer {
  const label = () => builtIns.labelNamed(reference.target.$refText);
  return { get: label, all: () => [] };
}

/** Makes the layer of labels: any word is a label; completion offers those of entities. */
function labelLayer(symbols: readonly Symbols[]): NameLayer {
  const known = symbols.flatMap(({ labels }) => [...labels]);
  return {
    get: (name) => builtIns.labelNamed(name),
    all: () => known.map((name) => [name, builtIns.labelNamed(name)] as const),
  };
}

/** Makes the layer of finalizers: any word is one; completion offers those that some entity has or removes. */
function finalizerLayer(reference: ast.NameReference, symbols: readonly Symbols[]): NameLayer | undefined {
  const setting = AstUtils.getContainerOfType(reference, ast.isSetting);
  if (setting === undefined || !finalizerSettings.includes(setting.property.$refText)) return undefined;
  const lists = symbols.flatMap(({ settings }) => finalizerSettings.flatMap((name) => settings.get(name) ?? []));
  const words = lists.flatMap(({ value }) => (ast.isListLiteral(value) ? value.items : []));
  const names = words.flatMap((word) => (ast.isNameReference(word) ? [word.target.$refText] : []));
  return {
    get: (name) => builtIns.labelNamed(name),
    all: () => names.map((name) => [name, builtIns.labelNamed(name)] as const),
  };
}

const finalizerSettings: readonly string[] = ['finalizers', 'removes'];

/**
 * Returns the layers for `Name` in `x in Name`: the states of x's machine come before sets; of all machines if x's is
 * unknown.
 */
function stateLayers(reference: ast.NameReference, symbols: readonly Symbols[]): NameLayer[] {
  const container = reference.$container;
  if (!ast.isMembership(container) || container.set !== reference) return [];
  const type = typeOf(container.item);
  const item = type.kind === 'set' ? type.of : type;
  if (item.kind !== 'entity') return [];
  if (item.machine !== undefined) return [mapLayer(machineSymbolsOf(item.machine).states)];
  if (item.declaration !== undefined) return [];
  const machines = symbols.flatMap((each) => [...each.machines.values()].flat());
  return machines.map((machine) => mapLayer(machineSymbolsOf(machine).states));
}

/** Returns the variables of loops, quantifiers, transitions and actions around a node, innermost first. */
function localLayers(node: AstNode): NameLayer[] {
  const layers: NameLayer[] = [];
  let inner: AstNode = node;
  for (let container = node.$container; container !== undefined; inner = container, container = container.$container) {
    if (ast.isQuantified(container) && inner === container.body) layers.push(listLayer([container.variable]));
    else if (ast.isForStep(container)) {
      const index = ast.isLoopVariable(inner) ? container.variables.indexOf(inner) : container.variables.length;
      layers.push(listLayer(container.variables.slice(0, index).map(({ variable }) => variable)));
    } else if (ast.isTransition(container) && ast.isEventTrigger(container.trigger)) {
      layers.push(listLayer(container.trigger.parameters));
    } else if (ast.isEntityAction(container)) layers.push(listLayer(container.parameters));
  }
  return layers;
}

/** Returns true if the values of a parameter are entities, so that it can stand in a relation. */
function namesEntities(node: AstNode): boolean {
  const type = typeOfNamed(node as ast.Named);
  return type.kind === 'entity' || (type.kind === 'set' && type.of.kind === 'entity');
}

/** Returns the parameters of the classes of the bodies around a node, innermost first. */
const parameterLayers = (node: AstNode): NameLayer[] => bodiesAround(node).map((body) => parameterLayer(body, node));

/**
 * Makes the layer of the parameters that a body has by its classes; of one that is declared again, the most derived. In
 * the value that a body gives to a parameter, as in `db: db` or `param db: pd = db`, the name means what is around.
 */
function parameterLayer(of: Body, node: AstNode): NameLayer {
  const parameters = parametersOf(of);
  const given = parameters.length > 0 ? settingAround(node, of) : undefined;
  return listLayer(parameters.filter(({ name }) => name !== given).toReversed());
}

function machineLayers(node: AstNode): NameLayer[] {
  const machine = machineAround(node);
  return machine === undefined ? [] : [mapLayer(machineSymbolsOf(machine).values)];
}

/** Returns the entities around a node from the innermost, the file, and its imports. */
function* entityLayers(reference: ast.NameReference, symbols: readonly Symbols[]): Iterable<NameLayer> {
  const isTarget = isDeclaredTarget(reference);
  for (const body of bodiesAround(reference)) {
    const parameters = parameterLayer(body, reference);
    yield isTarget ? filtered(parameters, namesEntities) : parameters;
    for (const each of bodiesOf(body)) yield mapLayer(nestedIn(each));
  }
  for (const { entities } of symbols) yield mapLayer(entities);
}

/** Makes the layer that finds the one entity whose qualified name ends with the names of a path. */
function endingLayer(reference: ast.NameReference, symbols: readonly Symbols[]): NameLayer {
  return {
    get(name) {
      const all = symbols.flatMap(({ entitiesByLastName }) => entitiesByLastName.get(name) ?? []);
      if (all.length <= 1) return all[0];
      const kinds = acceptedKinds(reference);
      const fitting = kinds === undefined ? all : all.filter(({ kind }) => kinds.includes(kind));
      const rest = followingNames(reference);
      const best = Math.max(...fitting.map((entity) => matched(entity, rest)));
      const candidates = fitting.filter((entity) => matched(entity, rest) === best);
      return candidates.length === 1 ? candidates[0] : { candidates: candidates.length === 0 ? all : candidates };
    },
    *all() {
      for (const { entitiesByLastName } of symbols) {
        for (const [name, [entity, ...others]] of entitiesByLastName) {
          if (entity !== undefined && others.length === 0) yield [name, entity];
        }
      }
    },
  };
}

/** Returns the names that follow the first one of a path. */
function followingNames(reference: ast.NameReference): string[] {
  const names: string[] = [];
  for (let node: AstNode = reference; isReceiver(node); node = node.$container) {
    if (ast.isMemberAccess(node.$container)) names.push(node.$container.member.$refText);
  }
  return names;
}

/** Returns how many of the names lead from an entity to nested ones. */
function matched(entity: ast.Entity, names: readonly string[]): number {
  let at: ast.Entity | undefined = entity;
  let count = 0;
  for (const name of names) {
    at = findNested(at, name);
    if (at === undefined) break;
    count++;
  }
  return count;
}
