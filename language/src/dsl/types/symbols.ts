/**
 * The declarations of a file as maps by name, built in one walk and kept with the tree. Linking looks names up here and
 * never walks the file again.
 */
import { oncePer, sameLists } from '../../model/common/once-per.ts';
import * as ast from '../generated/ast.ts';
import { bodiesAround, bodiesOf, type Body } from './bodies.ts';
import { kindsWithOwnData } from './built-in-settings.ts';
import { fixedSettings } from '../../model/fixed-settings.ts';
import { append } from '../../model/common/append.ts';

/** The names of one file. Lists hold every declaration of a name in order, including duplicates. */
export interface Symbols {
  readonly entities: ReadonlyMap<string, readonly ast.Entity[]>;
  /** Every entity of the file by its own name, including nested ones. */
  readonly entitiesByLastName: ReadonlyMap<string, readonly ast.Entity[]>;
  readonly classes: ReadonlyMap<string, readonly ast.Class[]>;
  /** The parameters of classes, which their instances have as data. */
  readonly classParameters: ReadonlyMap<string, readonly ast.Parameter[]>;
  readonly machines: ReadonlyMap<string, readonly ast.Machine[]>;
  readonly events: ReadonlyMap<string, readonly ast.Event[]>;
  /** Events declared inside machines. */
  readonly machineEvents: ReadonlyMap<string, readonly ast.Event[]>;
  readonly policies: ReadonlyMap<string, readonly ast.Policy[]>;
  readonly channels: ReadonlyMap<string, readonly ast.Channel[]>;
  readonly collectors: ReadonlyMap<string, readonly ast.Collector[]>;
  /** The type labels that entities carry, and the classes. */
  readonly labels: ReadonlySet<string>;
  /** The settings in the bodies of entities. */
  readonly settings: ReadonlyMap<string, readonly ast.Setting[]>;
  /** The author's own values of entities, in `data` or directly, by their keys. */
  readonly data: ReadonlyMap<string, readonly ast.Setting[]>;
  readonly imports: readonly ast.Import[];
}

/** The names of one machine. */
export interface MachineSymbols {
  readonly values: ReadonlyMap<string, ast.Parameter | ast.Variable | ast.Let>;
  readonly events: ReadonlyMap<string, ast.Event>;
  readonly states: ReadonlyMap<string, ast.State>;
  readonly histories: ReadonlyMap<string, ast.History>;
  /** All states and histories, which share their names. */
  readonly allStates: readonly ast.Target[];
}

/** Returns the names of a file; a version of it in which no declaration of a name has changed has those of the last. */
export const symbolsOf = oncePer((document: ast.Document): Symbols =>
  namesOf(sameDeclarations(document.declarations.filter(({ $type }) => namingTypes.has($type)))),
);

/** The types of the declarations that are collected here. */
const namingTypes: ReadonlySet<string> = new Set<ast.Declaration['$type']>([
  ...(['Entity', 'Class', 'Machine', 'Event', 'Policy', 'Channel', 'Collector', 'Import'] as const),
]);

const sameDeclarations = sameLists<ast.Declaration>();
const namesOf = oncePer(collect);

/** Returns the names declared in a machine, the first of each if there are several. */
export const machineSymbolsOf = oncePer(collectMachine);

/** Returns the entities nested directly in an entity or class itself, by name; those of its classes are not among them. */
export const nestedIn = oncePer((body: Body): ReadonlyMap<string, ast.Entity> => {
  const nested = new Map<string, ast.Entity>();
  for (const member of body.members) {
    if (ast.isEntity(member) && !nested.has(member.name)) nested.set(member.name, member);
  }
  return nested;
});

/** Returns the entity of a name that is nested directly in an entity, or in one of its classes. */
export function findNested(body: Body, name: string): ast.Entity | undefined {
  for (const each of bodiesOf(body)) {
    const nested = nestedIn(each).get(name);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/** Returns the settings in a body itself by name, the last of each if there are several. */
export const settingsIn = oncePer((body: Body): ReadonlyMap<string, ast.Setting> => {
  const members: readonly ast.ClassMember[] = body.members;
  return new Map(members.filter(ast.isSetting).map((setting) => [setting.property.$refText, setting]));
});

/** Returns the values in the `data` of a body itself by their keys, the last of each if there are several. */
export const dataIn = oncePer((body: Body): ReadonlyMap<string, ast.Setting> => {
  const members: readonly ast.ClassMember[] = body.members;
  const own = members.flatMap((member) => (ast.isData(member) ? member.settings : []));
  return new Map(own.map((setting) => [setting.property.$refText, setting]));
});

/** Returns the entities around a node, innermost first, without the node itself. */
export function entitiesAround(node: { readonly $container?: unknown }): ast.Entity[] {
  const around: ast.Entity[] = [];
  let container = node.$container as { readonly $container?: unknown; readonly $type: string } | undefined;
  for (; container !== undefined; container = container.$container as typeof container) {
    if (ast.isEntity(container)) around.push(container);
  }
  return around;
}

/** Writes the name of an entity, or of a class, with those around it, without copy numbers: `environment.app.net`. */
export const qualifiedName = (body: Body): string =>
  [body, ...bodiesAround(body)]
    .map(({ name }) => name)
    .reverse()
    .join('.');

function collect(declarations: readonly ast.Declaration[]): Symbols {
  const symbols = {
    entities: new Map<string, ast.Entity[]>(),
    entitiesByLastName: new Map<string, ast.Entity[]>(),
    classes: new Map<string, ast.Class[]>(),
    classParameters: new Map<string, ast.Parameter[]>(),
    machines: new Map<string, ast.Machine[]>(),
    events: new Map<string, ast.Event[]>(),
    machineEvents: new Map<string, ast.Event[]>(),
    policies: new Map<string, ast.Policy[]>(),
    channels: new Map<string, ast.Channel[]>(),
    collectors: new Map<string, ast.Collector[]>(),
    labels: new Set<string>(),
    settings: new Map<string, ast.Setting[]>(),
    data: new Map<string, ast.Setting[]>(),
    imports: [] as ast.Import[],
  };
  for (const declaration of declarations) {
    if (ast.isEntity(declaration)) {
      append(symbols.entities, declaration.name, declaration);
      collectEntity(declaration, symbols);
    } else if (ast.isClass(declaration)) {
      append(symbols.classes, declaration.name, declaration);
      symbols.labels.add(declaration.name);
      for (const each of declaration.members)
        if (ast.isParameter(each)) append(symbols.classParameters, each.name, each);
      collectBody(declaration, symbols);
    } else if (ast.isMachine(declaration)) {
      append(symbols.machines, declaration.name, declaration);
      for (const member of declaration.members)
        if (ast.isEvent(member)) append(symbols.machineEvents, member.name, member);
    } else if (ast.isEvent(declaration)) append(symbols.events, declaration.name, declaration);
    else if (ast.isPolicy(declaration)) append(symbols.policies, declaration.name, declaration);
    else if (ast.isChannel(declaration)) append(symbols.channels, declaration.name, declaration);
    else if (ast.isCollector(declaration)) append(symbols.collectors, declaration.name, declaration);
    else if (ast.isImport(declaration)) symbols.imports.push(declaration);
  }
  return symbols;
}

interface BodyNames {
  readonly labels: Set<string>;
  readonly settings: Map<string, ast.Setting[]>;
  readonly data: Map<string, ast.Setting[]>;
}

interface EntityNames extends BodyNames {
  readonly entitiesByLastName: Map<string, ast.Entity[]>;
}

/** Collects the names of an entity and everything nested in it, recursively; the nesting limit bounds the depth. */
function collectEntity(entity: ast.Entity, names: EntityNames): void {
  append(names.entitiesByLastName, entity.name, entity);
  collectMembers(entity, names);
  for (const member of entity.members) if (member.$type === 'Entity') collectEntity(member, names);
}

/** Collects the names of a class: an entity in it is in its instances, so that no short name can mean it. */
function collectBody(body: Body, names: BodyNames): void {
  collectMembers(body, names);
  for (const member of body.members) if (member.$type === 'Entity') collectBody(member, names);
}

function collectMembers(body: Body, names: BodyNames): void {
  if (body.type !== undefined) names.labels.add(body.type);
  for (const member of body.members) {
    if (member.$type === 'Setting') {
      append(names.settings, member.property.$refText, member);
      if (isOwn(body, member)) append(names.data, member.property.$refText, member);
    } else if (member.$type === 'Data')
      for (const value of member.settings) append(names.data, value.property.$refText, value);
  }
}

/** Returns true if a setting of an entity without a machine is the author's own. */
function isOwn(body: Body, { property }: ast.Setting): boolean {
  const kind = ast.isEntity(body) ? body.kind : body.for;
  if (kind === undefined || body.machine !== undefined) return false;
  return kindsWithOwnData.has(kind) && !fixedSettings[kind].includes(property.$refText);
}

function collectMachine(machine: ast.Machine): MachineSymbols {
  const values = new Map<string, ast.Parameter | ast.Variable | ast.Let>();
  const events = new Map<string, ast.Event>();
  const states = new Map<string, ast.State>();
  const histories = new Map<string, ast.History>();
  const allStates: ast.Target[] = [];
  const visit = (members: readonly (ast.MachineMember | ast.StateMember)[]) => {
    for (const member of members) {
      if (ast.isParameter(member) || ast.isVariable(member) || ast.isLet(member)) {
        if (!values.has(member.name)) values.set(member.name, member);
      } else if (ast.isEvent(member)) {
        if (!events.has(member.name)) events.set(member.name, member);
      } else if (ast.isState(member)) {
        if (!states.has(member.name)) states.set(member.name, member);
        allStates.push(member);
        visit(member.members);
      } else if (ast.isHistory(member)) {
        if (!histories.has(member.name)) histories.set(member.name, member);
        allStates.push(member);
      }
    }
  };
  visit(machine.members);
  return { values, events, states, histories, allStates };
}
