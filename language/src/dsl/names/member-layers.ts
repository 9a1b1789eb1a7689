/**
 * Finds the layers for a name after a dot, and for the names of settings, events, states and actions.
 */
import type { AstNode, LangiumDocuments, Reference } from 'langium';
import { oncePer } from '../../model/common/once-per.ts';
import { bodiesOf, type Body, isBody, kindOf, machineNamedBy, parametersOf } from '../types/bodies.ts';
import { kindsWithOwnData, type SettingPlace, settingsByPlace } from '../types/built-in-settings.ts';
import * as builtIns from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { dataNamed } from '../types/data-keys.ts';
import { type NameLayer, listLayer, mapLayer } from './layers.ts';
import type { StaticType } from '../types/static-type.ts';
import { dataIn, machineSymbolsOf, nestedIn, settingsIn, type Symbols } from '../types/symbols.ts';
import { machineAround, typeOf } from '../types/typing.ts';
import { visibleSymbols } from './visible.ts';

/** Returns the layers for the name after a dot; undefined if the receiver is unknown. */
export function layersOfMember(access: ast.MemberAccess, documents: LangiumDocuments): Iterable<NameLayer> | undefined {
  const type = typeOf(access.receiver);
  const receiver = type.kind === 'set' ? type.of : type;
  switch (receiver.kind) {
    case 'settings':
      return [mapLayer(settingsByPlace[settingPlace(receiver.of)])];
    case 'policy':
      return [mapLayer(settingsByPlace.policy)];
    case 'entity':
      return entityMembers(receiver, visibleSymbols(access, documents));
    default:
      return undefined;
  }
}

/** Returns the layers for the name of a setting. */
export function layersOfSetting(setting: ast.Setting, documents: LangiumDocuments): readonly NameLayer[] | undefined {
  const container = setting.$container;
  if (ast.isData(container)) {
    const known = visibleSymbols(setting, documents).map(({ data }) => dataLayer(data));
    return [...known, { get: (name) => dataNamed(name), all: () => [] }];
  }
  if (!isBody(container)) return [mapLayer(settingsByPlace[settingPlace(container)])];
  const [kind, named] = [kindOf(container), machineNamedBy(container)];
  const isUnsure = bodiesOf(container).some((body) => namesUnknown(ast.isEntity(body) ? body.class : body.base));
  if (kind === undefined || isUnsure || namesUnknown(named)) return undefined;
  const layers = [mapLayer(settingsByPlace[kind])];
  const machine = named?.ref;
  if (machine !== undefined) layers.unshift(parameterLayer(machine));
  const parameters = parametersOf(container);
  if (parameters.length > 0) layers.unshift(listLayer(parameters.toReversed()));
  if (kindsWithOwnData.has(kind)) layers.push({ get: () => setting, all: () => [] });
  return layers;
}

const namesUnknown = (reference: Reference | undefined): boolean =>
  reference !== undefined && reference.ref === undefined;

/** Returns the layers for the name of an event. */
export function* layersOfEvent(
  node: ast.EventTrigger | ast.EventReference | ast.Send | ast.Raise | ast.Cancel | ast.Message,
  documents: LangiumDocuments,
): Iterable<NameLayer> {
  const symbols = visibleSymbols(node, documents);
  for (const machine of [machineAround(node), ...receivers(node)]) {
    if (machine !== undefined) yield mapLayer(machineSymbolsOf(machine).events);
  }
  for (const { events } of symbols) yield mapLayer(events);
  yield mapLayer(builtIns.events);
  for (const { machineEvents } of symbols) yield mapLayer(machineEvents);
}

/** Returns the layers for the name of a state that a transition or a history leads to; a history leads to no other. */
export function layersOfState(from: ast.Transition | ast.History): readonly NameLayer[] {
  const machine = machineAround(from);
  if (machine === undefined) return [];
  const { states, histories } = machineSymbolsOf(machine);
  return ast.isHistory(from) ? [mapLayer(states)] : [mapLayer(states), mapLayer(histories)];
}

/** Returns the layers for the action that a relation notifies: the actions of its subject. */
export function layersOfAction(
  relation: ast.Relation | ast.SubjectRelation | ast.Link | ast.Unlink,
): readonly NameLayer[] | undefined {
  const subject = ast.isRelation(relation) ? relation.$container : declarationOf(typeOf(relation.subject));
  return subject === undefined
    ? undefined
    : [
        ...bodiesOf(subject).map(({ members }) =>
          listLayer((members as readonly ast.ClassMember[]).filter(ast.isEntityAction)),
        ),
        ...(ast.isUnlink(relation) ? [none] : []),
      ];
}

/** `unlink … notify none`: a relation without an action. */
const none: NameLayer = listLayer([builtIns.labelNamed('none')]);

function declarationOf(type: StaticType): Body | undefined {
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? single.declaration : undefined;
}

function settingPlace(container: Exclude<ast.Setting['$container'], Body | ast.Data>): SettingPlace {
  switch (container.$type) {
    case 'Policy':
      return 'policy';
    case 'Channel':
      return 'channel';
    case 'Collector':
      return 'collector';
    case 'Check':
      return 'check';
  }
}

function* entityMembers(
  type: StaticType & { readonly kind: 'entity' },
  symbols: readonly Symbols[],
): Iterable<NameLayer> {
  const { declaration, machine, of } = type;
  const bodies = declaration === undefined ? [] : bodiesOf(declaration);
  for (const body of bodies) yield mapLayer(nestedIn(body));
  if (machine !== undefined) yield mapLayer(machineSymbolsOf(machine).values);
  if (declaration !== undefined) yield listLayer(parametersOf(declaration).toReversed());
  yield mapLayer(builtIns.properties);
  if (of !== 'entity') yield mapLayer(settingsByPlace[of]);
  for (const body of bodies) yield mapLayer(settingsIn(body));
  for (const body of bodies) yield dataLayer(dataIn(body));
  if (declaration === undefined && machine === undefined) yield* anyMembers(of, symbols);
  for (const { classParameters } of symbols) yield mapLayer(classParameters);
  // An entity that lacks a key has `none`, so every key can be read of each.
  for (const { data } of symbols) yield dataLayer(data);
}

const dataLayer = (data: ReadonlyMap<string, unknown>): NameLayer => ({
  get: (name) => (data.has(name) ? dataNamed(name) : undefined),
  *all() {
    for (const name of data.keys()) yield [name, dataNamed(name)];
  },
});

/**
 * Returns the possible members of an entity of unknown declaration: the values of any machine for its kind, and any
 * data.
 */
function anyMembers(kind: string, symbols: readonly Symbols[]): NameLayer[] {
  const machines = symbols
    .flatMap((each) => [...each.machines.values()].flat())
    .filter((machine) => kind === 'entity' || machine.for === undefined || machine.for === kind);
  const settings = kind === 'entity' ? Object.values(settingsByPlace) : [];
  return [
    ...machines.map((machine) => mapLayer(machineSymbolsOf(machine).values)),
    ...settings.map((map) => mapLayer(map)),
    ...symbols.map((each) => mapLayer(each.settings)),
  ];
}

const parameterLayer = oncePer(({ members }: ast.Machine) => listLayer(members.filter(ast.isParameter)));

/** Returns the machines that a message goes to, if the text determines them. */
function receivers(node: AstNode): (ast.Machine | undefined)[] {
  const subject = ast.isSend(node) ? node.to : ast.isMessage(node) ? node.$container.subject : undefined;
  if (subject === undefined) return [];
  const type = typeOf(subject);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? [single.machine] : [];
}
