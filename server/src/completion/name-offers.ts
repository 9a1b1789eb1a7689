/**
 * The names that fit a reference: everything in its scope that is of a legal kind. Entities that no simple name reaches
 * are offered by their path.
 */
import { bodiesAround, bodiesOf, type Body, isBody, kindOf } from '../../../language/src/dsl/types/bodies.ts';
import { type AstNode, AstUtils, type LangiumDocuments, type ReferenceInfo } from 'langium';
import { functions, isBuiltIn, signature } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { findInLayers, type NameLayer } from '../../../language/src/dsl/names/layers.ts';
import { lookupOf } from '../../../language/src/dsl/names/lookup.ts';
import { describeType, type StaticType } from '../../../language/src/dsl/types/static-type.ts';
import { entitiesAround, machineSymbolsOf, qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import { machineAround, typeOf, typeOfNamed } from '../../../language/src/dsl/types/typing.ts';
import { visibleSymbols } from '../../../language/src/dsl/names/visible.ts';
import { isFitting, leadsTo, nestedWithClasses } from './class-offers.ts';
import { pathEnd } from './legal-kinds.ts';
import { lackingHere } from './missing-first.ts';
import { detailOf } from './offer-details.ts';
import type { Offer, OfferKind } from './offer.ts';
import { canBe, canLead, type Sought, wantedOf } from './wanted.ts';
import { escaped, writtenName } from './written-name.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';

/** Returns what a reference may name, unordered. */
export function nameOffers(info: ReferenceInfo, documents: LangiumDocuments): readonly Offer[] {
  const lookup = lookupOf(info, documents);
  if (lookup === undefined) return [];
  const offers: Offer[] = [];
  const seen = new Set<string>();
  const isLacking = ast.isNameReference(info.container) ? lackingHere(info.container, documents) : () => false;
  const place = wantedBy(info);
  for (const [distance, layer] of lookup.layers.entries()) {
    for (const [name, node] of layer.all()) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (findInLayers(lookup.layers, name) !== node) continue;
      const offer = offerAt(name, node, info, place);
      if (offer === undefined) continue;
      const isFirst = ast.isEntity(node) && isLacking(node);
      offers.push({ ...offer, rank: isFirst ? 0 : offer.rank + Math.min(distance, 9) });
    }
  }
  if (!ast.isNameReference(info.container)) return offers;
  const paths = pathOffers(info, place, lookup.layers, documents).map((offer) =>
    ast.isEntity(offer.declaration) && isLacking(offer.declaration) ? { ...offer, rank: 0 } : offer,
  );
  return [...offers, ...mapOffers(info.container), ...paths];
}

/**
 * Returns the maps with a value for each key, where an enumeration value is wanted. The map's name alone is never
 * legal.
 */
function mapOffers(reference: ast.NameReference): readonly Offer[] {
  const { type: wanted } = wantedOf(reference);
  const machine = machineAround(reference);
  if (wanted.kind !== 'enum' || machine === undefined || ast.isParameter(reference.$container)) return [];
  return [...machineSymbolsOf(machine).values].flatMap(([name, node]): readonly Offer[] => {
    const type = typeOfNamed(node);
    if (type.kind !== 'map' || describeType(type.value) !== describeType(wanted)) return [];
    const label = writtenName(name);
    const text = { insert: `${label}[`, snippet: `${escaped(label)}[$1]` };
    return [{ label, kind: 'value', detail: detailOf(node, type), ...text, ...documented(node), rank: 40 }];
  });
}

/** Returns the offer of a declaration at a reference; nothing if it is not legal there. */
export const offerOf = (name: string, node: AstNode, info: ReferenceInfo): Offer | undefined =>
  offerAt(name, node, info, wantedBy(info));

const offerAt = (name: string, node: AstNode, info: ReferenceInfo, place: Sought): Offer | undefined =>
  ast.isEntity(node) ? entityOffer(node, info, place) : otherOffer(name, node, info, place);

/** Returns the functions whose result is legal at a reference. */
export function functionOffers(reference: ast.NameReference): readonly Offer[] {
  const place = wantedOf(reference);
  if (place.form !== 'value' && place.form !== 'set') return [];
  return [...functions.values()]
    .filter(({ valueType }) => canBe(place, valueType))
    .map((each) => ({
      label: each.name,
      kind: 'function',
      detail: signature(each),
      documentation: each.documentation,
      insert: `${each.name}()`,
      snippet: `${each.name}($1)`,
      rank: 55,
    }));
}

/** The wish of a name outside expressions: anything that its scope knows. */
const anything: Sought = { form: 'word', kinds: undefined, type: { kind: 'unknown' } };

const wantedBy = ({ container }: ReferenceInfo): Sought =>
  ast.isExpression(container) ? wantedOf(container) : anything;

/** Offers an entity by its own name, if it is legal here or leads to one that is. */
function entityOffer(entity: ast.Entity, { container }: ReferenceInfo, place: Sought): Offer | undefined {
  const isMember = ast.isMemberAccess(container);
  const isNear =
    isMember ||
    !isBody(entity.$container) ||
    bodiesAround(container).some((body) => bodiesOf(body).includes(entity.$container as Body));
  if (!isNear || !isWanted(entity, place, container)) return undefined;
  return { ...written(entity, [entity], container, place), rank: isTyped(place, typeOfNamed(entity)) ? 10 : 40 };
}

function isWanted(entity: ast.Entity, place: Sought, container: AstNode): boolean {
  const isItself = entity.count === undefined && entitiesAround(container)[0] === entity && isRelationEnd(container);
  if (isItself || place.form === 'assigned') return false;
  if (canBe(place, typeOfNamed(entity)) || canLead(place, entity)) return true;
  return ast.isMemberAccess(container) && place.kinds !== undefined && leadsTo(entity, place.kinds);
}

const isRelationEnd = (container: AstNode): boolean => ast.isRelationTarget(container.$container);

/** Offers entities that are too deeply nested for a simple name. */
function pathOffers(
  { container }: ReferenceInfo,
  place: Sought,
  layers: readonly NameLayer[],
  documents: LangiumDocuments,
): readonly Offer[] {
  const around = entitiesAround(container);
  const offers: Offer[] = [];
  for (const { entities } of visibleSymbols(container, documents)) {
    for (const [name, [top]] of entities) {
      const nested = top === undefined ? [] : nestedWithClasses(top);
      if (top === undefined || nested.length === 0 || findInLayers(layers, name) !== top) continue;
      const pending = nested.map((each) => [top, each]);
      for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
        const entity = path.at(-1);
        if (entity === undefined) continue;
        const [known, inner] = [path, nestedWithClasses(entity)];
        pending.push(...inner.filter((each) => !known.includes(each)).map((each) => [...known, each]));
        if (around.includes(entity.$container as ast.Entity) || !isWanted(entity, place, container)) continue;
        offers.push({
          ...written(entity, path, container, place),
          rank: isTyped(place, typeOfNamed(entity)) ? 25 : 45,
        });
      }
    }
  }
  return offers;
}

/** Returns a path as text: with an index wherever there are several copies. */
function written(
  entity: ast.Entity,
  path: readonly ast.Entity[],
  container: AstNode,
  { form }: Sought,
): Omit<Offer, 'rank'> {
  const copy = form === 'set' || isCounted(container) ? '*' : '0';
  const around = entitiesAround(container);
  let stops = 0;
  const parts = path.map((step) => {
    const isOwnCopy = step !== entity && around.includes(step);
    return { name: writtenName(step.name), hasCopies: step.count !== undefined && !isOwnCopy };
  });
  const plain = parts.map(({ name, hasCopies }) => (hasCopies ? `${name}[${copy}]` : name)).join('.');
  const snippet = parts
    .map(({ name, hasCopies }) => (hasCopies ? `${escaped(name)}[\${${String(++stops)}:${copy}}]` : escaped(name)))
    .join('.');
  const detail = `${entity.kind}${entity.type === undefined ? '' : ` : ${entity.type}`}`;
  return {
    label: plain,
    kind: 'entity',
    detail: path.length > 1 ? detail : `${detail}${placeDetail(entity)}`,
    declaration: entity,
    ...(stops > 0 && { snippet }),
  };
}

/** Returns true for a target of `needs 2 of` or `protects 2 of`, which counts copies. */
function isCounted(container: AstNode): boolean {
  const around = AstUtils.getContainerOfType(container, ast.isRelationTarget)?.$container;
  return (ast.isRelation(around) || ast.isSubjectRelation(around)) && around.least !== undefined;
}

const placeDetail = (entity: ast.Entity): string =>
  isBody(entity.$container) ? ` in ${qualifiedName(entity.$container)}` : '';

function otherOffer(name: string, node: AstNode, { container }: ReferenceInfo, place: Sought): Offer | undefined {
  // In a declared relation, only the parameters of a class stand for entities.
  if ((place.form === 'declared' && !ast.isParameter(node)) || !isLegal(node, container)) return undefined;
  const type = ast.isNamed(node) ? typeOfNamed(node) : undefined;
  const isMember = ast.isMemberAccess(container);
  const isRead = isMember || ast.isTarget(node);
  // A path may lead to what is wanted: "s.unit".
  const canLeadOn = type?.kind === 'entity' && (isMember || place.form === 'value' || place.form === 'item');
  if (isMember && type !== undefined && !mayFollowDot(place, type)) return undefined;
  if (!isRead && type !== undefined && !canLeadOn && !canBe(place, type)) return undefined;
  const label = isBuiltIn(node) ? name : writtenName(name);
  const common = { label, kind: offerKind(node), detail: detailOf(node, type), ...documented(node) };
  const typed = type === undefined || isTyped(place, type);
  const rank = isBuiltIn(node) ? 60 : typed ? 10 : 40;
  return { ...common, ...(ast.isSetting(container) && settingText(label)), rank };
}

/** Returns false after a dot for what no entity, or no set, that is wanted can be. */
function mayFollowDot({ form, type }: Sought, given: StaticType): boolean {
  const [wanted, single] = [type.kind === 'set' ? type.of : type, given.kind === 'set' ? given.of : given];
  if (single.kind === 'entity' || given.kind === 'unknown') return true;
  if (form === 'set') return given.kind === 'set' || given.kind === 'map';
  return form !== 'target' && wanted.kind !== 'entity';
}

const settingText = (label: string) => ({ insert: `${label}: `, snippet: `${escaped(label)}: $1` });

const documented = (node: AstNode) => (isBuiltIn(node) ? { documentation: node.documentation } : { declaration: node });

/**
 * Returns false for what scopes allow but the language does not: sending a built-in event, running what does not fit, …
 */
function isLegal(node: AstNode, container: AstNode): boolean {
  if (isBuiltIn(node) && node.group === 'event')
    return !ast.isSend(container) && !ast.isRaise(container) && !ast.isCancel(container);
  if (isBuiltIn(node) && node.group === 'number')
    return entitiesAround(container).some(({ count }) => count !== undefined);
  if (isBody(container) && ast.isMachine(node)) return node.for === undefined || node.for === kindOf(container);
  if (isBody(container) && ast.isClass(node)) return isFitting(node, container);
  if (ast.isSetting(container)) return !isGiven(container, node);
  if (ast.isNameReference(container) && isAssignee(container)) return ast.isVariable(node);
  if (ast.isMemberAccess(container) && isBuiltIn(node) && node.group === 'property')
    return hasProperty(container, node.name);
  return true;
}

/** Returns true for properties that every entity, region or object has and nobody sets. */
function hasProperty(access: ast.MemberAccess, name: string): boolean {
  const end = pathEnd(access);
  const around = end.$container;
  if ((ast.isSetStep(around) || ast.isAssignment(around)) && around.target === end) return false;
  const type = typeOf(access.receiver);
  const single = type.kind === 'set' ? type.of : type;
  const kind = single.kind === 'entity' ? single.of : 'entity';
  if (name === 'type' || kind === 'entity') return true;
  return name === 'members' ? kind === 'region' : kind === 'object';
}

/** Returns true for the target of an assignment, which only a machine's own variables can be. */
function isAssignee(reference: ast.NameReference): boolean {
  return ast.isAssignment(reference.$container) && reference.$container.target === reference;
}

/** Returns true if a body already has this setting. */
function isGiven(setting: ast.Setting, target: AstNode): boolean {
  const around: AstNode = setting.$container;
  const siblings =
    isBody(around) || ast.isCheck(around)
      ? (around.members as readonly AstNode[])
      : 'settings' in around
        ? (around.settings as readonly AstNode[])
        : [];
  const name = isBuiltIn(target) || ast.isParameter(target) ? target.name : undefined;
  return siblings.some((each) => ast.isSetting(each) && each !== setting && each.property.$refText === name);
}

/** Returns true if a name is of the wanted type, or if its type is unknown. */
function isTyped({ type: wanted, kinds }: Sought, type: StaticType): boolean {
  if (type.kind === 'entity' && kinds !== undefined) return type.of === 'entity' || kinds.includes(type.of);
  if (wanted.kind === 'unknown' || type.kind === 'unknown') return true;
  return wanted.kind === type.kind;
}

function offerKind(node: AstNode): OfferKind {
  if (isBuiltIn(node)) return builtInKinds[node.group] ?? 'constant';
  switch (node.$type) {
    case 'Class':
      return 'class';
    case 'Machine':
      return 'machine';
    case 'State':
    case 'History':
      return 'state';
    case 'Event':
      return 'event';
    case 'EnumValue':
      return 'enum value';
    case 'Policy':
      return 'policy';
    case 'EntityAction':
      return 'action';
    case 'Setting':
    case 'Parameter':
      return 'setting';
    default:
      return 'value';
  }
}

const builtInKinds: Readonly<Partial<Record<string, OfferKind>>> = tableOf({
  setting: 'setting',
  property: 'setting',
  function: 'function',
  event: 'event',
  policy: 'policy',
  label: 'label',
});
