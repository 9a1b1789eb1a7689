/**
 * From a linked tree to the model: entities with their copies, relations between them, and the
 * machines, scenarios and checks that run on them. The one place where declarations become data.
 */
import type { LangiumDocuments } from 'langium';
import type { Entity, EntityAction, Setting } from '../../model/entity.ts';
import type { Machine } from '../../model/machine.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Check, Scenario } from '../../model/scenario.ts';
import type { Finding } from '../../model/finding.ts';
import type { Span } from '../../model/span.ts';
import * as ast from '../generated/ast.ts';
import { type Collector, createCollector, giveUp, spanOf } from './collector.ts';
import { documentationOf } from './documentation.ts';
import { lowerExpression } from './expressions.ts';
import { expandEntities, type Instance, type Instances } from './instances.ts';
import { createKeeper, lowerOnce } from './kept-lowering.ts';
import { lowerEvent, lowerMachine } from './machines.ts';
import type { PathContext } from './paths.ts';
import { lowerPolicy } from './policies.ts';
import { lowerRelations } from './relations.ts';
import { lowerCheck, lowerScenario } from './scenarios.ts';
import { lowerBlock } from './steps.ts';
import { documentsBehind } from '../visible.ts';

/** A model with where it is written and what there is to say about lowering it. */
export interface Lowered {
  readonly model: Model;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
}

const keptMachines = createKeeper<Machine>();
const keptScenarios = createKeeper<Scenario>();
const keptChecks = createKeeper<Check>();

/** Lowers a file and all that it imports, directly or not. Scenarios and checks are those of the file itself. */
export function lowerDocument(document: ast.Document, documents: LangiumDocuments): Lowered {
  const collector = createCollector();
  const files = documentsBehind(document, documents);
  const instances = expandEntities(files, collector);
  const context: PathContext = { instances, collector, around: undefined };
  const entities = lowerEntities(instances, context);
  const { relations, spans } = lowerRelations(document, files, context);
  const all = <T extends ast.Declaration>(is: (node: ast.Declaration) => node is T) =>
    files.flatMap((file) => file.declarations.filter(is));
  const own = <T extends ast.Declaration>(is: (node: ast.Declaration) => node is T) => document.declarations.filter(is);
  const policies = all(ast.isPolicy);
  const model: Model = {
    entities: entities.map(({ entity }) => entity),
    relations,
    policies: policies.map((each) => lowerPolicy(each, context)),
    events: lowerEvents(files),
    machines: lowerEach(all(ast.isMachine), collector, (each) => {
      const lower = () => lowerMachine(each, context, documentationOf(each));
      return each.$container === document ? lowerOnce(keptMachines, each, collector, lower) : lower();
    }),
    channels: lowerEach(all(ast.isChannel), collector, (each) => lowerSettingsOf(each, context)),
    collectors: lowerEach(all(ast.isCollector), collector, (each) => lowerSettingsOf(each, context)),
    scenarios: lowerEach(own(ast.isScenario), collector, (each) =>
      lowerOnce(keptScenarios, each, collector, () => lowerScenario(each, context, documentationOf(each))),
    ),
    checks: lowerEach(own(ast.isCheck), collector, (each) =>
      lowerOnce(keptChecks, each, collector, () => lowerCheck(each, context, documentationOf(each))),
    ),
  };
  const sources: Sources = {
    entities: entities.map(({ span }) => span),
    relations: spans,
    places: collector.places,
    policies: policies.map((each) => spanOf(each, 'name')),
  };
  return { model: linkMachines(model, instances), sources, findings: collector.findings };
}

function lowerEach<T, R>(nodes: readonly T[], collector: Collector, lower: (node: T) => R): R[] {
  return nodes.map((node) => collector.attempt(() => lower(node))).filter((each) => each !== undefined);
}

function lowerEvents(files: readonly ast.Document[]): Model['events'] {
  return files.flatMap(({ declarations }) =>
    declarations.flatMap((declaration) => {
      if (ast.isEvent(declaration)) return [lowerEvent(declaration, undefined)];
      if (!ast.isMachine(declaration)) return [];
      return declaration.members.filter(ast.isEvent).map((event) => lowerEvent(event, declaration.name));
    }),
  );
}

function lowerSettingsOf(node: ast.Channel | ast.Collector, context: PathContext) {
  return {
    name: node.name,
    settings: lowerSettings(node.settings, context),
    place: context.collector.place(node, 'name'),
  };
}

function lowerSettings(settings: readonly ast.Setting[], context: PathContext): Setting[] {
  return lowerEach(settings, context.collector, ({ property, value }) => ({
    name: property.$refText,
    value: lowerExpression(value, context),
  }));
}

interface LoweredEntity {
  readonly entity: Entity;
  readonly span: Span;
}

/** What all copies of a declaration share; lowered anew for each where copies make a difference. */
type Body = Pick<Entity, 'settings' | 'actions' | 'destructor' | 'documentation'> & { readonly span: Span };

function lowerEntities({ all }: Instances, context: PathContext): LoweredEntity[] {
  const bodies = new Map<ast.Entity, Body>();
  const lowered: LoweredEntity[] = [];
  for (const instance of all) {
    const { declaration } = instance;
    let body = bodies.get(declaration);
    if (body === undefined || (isInCopies(instance) && hasBody(declaration))) {
      body = lowerBody(declaration, { ...context, around: instance });
      bodies.set(declaration, body);
    }
    const { span, ...shared } = body;
    lowered.push({ entity: lowerEntity(instance, lowered, shared), span });
  }
  return lowered;
}

const isInCopies = (instance: Instance): boolean =>
  instance.copy !== undefined || (instance.parent !== undefined && isInCopies(instance.parent));

const hasBody = ({ members }: ast.Entity): boolean =>
  members.some((member) => ast.isSetting(member) || ast.isEntityAction(member) || ast.isDestructor(member));

function lowerEntity(instance: Instance, lowered: readonly LoweredEntity[], body: Omit<Body, 'span'>): Entity {
  const { declaration, parent } = instance;
  const around = parent === undefined ? undefined : (lowered[parent.id]?.entity ?? giveUp());
  const inherited = around?.kind === 'space' && declaration.kind === 'resource' ? around.type : undefined;
  return {
    id: instance.id,
    kind: declaration.kind,
    name: instance.name,
    parent: parent?.id,
    type: declaration.type ?? inherited,
    copy: instance.copy,
    root: declaration.modifiers.includes('root'),
    absent: declaration.modifiers.includes('absent') || (around?.absent ?? false),
    machine: undefined,
    ...body,
  };
}

function lowerBody(declaration: ast.Entity, context: PathContext): Body {
  const { collector } = context;
  const { members } = declaration;
  const destructor = members.find(ast.isDestructor);
  const actions = lowerEach(
    members.filter(ast.isEntityAction),
    collector,
    ({ name, parameters, block }): EntityAction => ({
      name,
      parameters: parameters.map((each) => each.name),
      body: lowerBlock(block, context),
    }),
  );
  return {
    settings: lowerSettings(members.filter(ast.isSetting), context),
    actions,
    destructor: destructor && collector.attempt(() => lowerBlock(destructor.block, context)),
    documentation: documentationOf(declaration),
    span: spanOf(declaration, 'name'),
  };
}

/** Sets the index of each entity's machine, now that the list of machines is known. */
function linkMachines(model: Model, { all }: Instances): Model {
  if (model.machines.length === 0) return model;
  const indices = new Map(model.machines.map(({ name }, index) => [name, index]));
  const entities = model.entities.map((entity, id) => {
    const name = all[id]?.declaration.machine?.ref?.name;
    const machine = name === undefined ? undefined : indices.get(name);
    return machine === undefined ? entity : { ...entity, machine };
  });
  return { ...model, entities };
}
