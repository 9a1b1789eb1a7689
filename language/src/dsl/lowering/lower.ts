/**
 * Lowers a linked tree to the model: entities with their copies, relations between them, and the machines, scenarios
 * and checks that run on them. The only module where declarations become data.
 */
import { AstUtils, type LangiumDocuments } from 'langium';
import { allSteps } from '../../model/all-steps.ts';
import type { EventDeclaration, Machine } from '../../model/machine.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Check, Scenario } from '../../model/scenario.ts';
import type { Finding } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import { machineOf } from '../types/bodies.ts';
import { type Collector, createCollector, lowerEach, spanOf } from './collector.ts';
import { documentationOf } from './documentation.ts';
import { lowerEntities } from './entities.ts';
import { expandEntities, type Instances } from './instances.ts';
import { createKeeper, type Keeper, lowerOnce } from './kept-lowering.ts';
import { lowerEvent, lowerMachine } from './machines.ts';
import type { PathContext } from './path-context.ts';
import { lowerPolicy } from './policies.ts';
import { lowerRelations } from './relations.ts';
import { lowerCheck, lowerScenario } from './scenarios.ts';
import { lowerSettings } from './settings.ts';
import { lowerView } from './views.ts';
import { visibleSymbols, withImports } from '../names/visible.ts';

/** A model with its source locations and the findings of lowering it. */
export interface Lowered {
  readonly model: Model;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
}

const keptMachines = createKeeper<Machine>();
const keptScenarios = createKeeper<Scenario>();
const keptChecks = createKeeper<Check>();

/** Lowers a file and its imports, direct and indirect. Scenarios, checks and views are those of the file itself. */
export const lowerDocument = (document: ast.Document, documents: LangiumDocuments): Lowered =>
  allSteps(lowerInSteps(document, documents));

/** Does the same in steps; scenarios, checks and views of the imports that `adopts` admits by URI count as its own. */
export function* lowerInSteps(
  document: ast.Document,
  documents: LangiumDocuments,
  adopts: (uri: string) => boolean = () => false,
): Generator<undefined, Lowered> {
  const collector = createCollector();
  const files = withImports(document, documents);
  const owners = files.filter((file) => file === document || adopts(AstUtils.getDocument(file).uri.toString()));
  const instances = yield* expandEntities(files, collector);
  const context: PathContext = { instances, collector, around: undefined };
  const { entities, spans: names, uses: ofEntities } = yield* lowerEntities(document, instances, context);
  const { relations, spans, uses: ofRelations } = yield* lowerRelations(document, files, context);
  const all = <T extends ast.Declaration>(is: (node: ast.Declaration) => node is T) =>
    files.flatMap((file) => file.declarations.filter(is));
  const own = <T extends ast.Declaration>(is: (node: ast.Declaration) => node is T) =>
    owners.flatMap((file) => file.declarations.filter(is));
  // Only the results for the file itself are kept.
  const once = <T extends object>(keeper: Keeper<T>, node: ast.Declaration, lower: () => T): T =>
    node.$container === document ? lowerOnce(keeper, node, collector, lower) : lower();
  const policies = nearestPolicies(all(ast.isPolicy), document, documents);
  const declared: ast.Machine[] = [];
  const model: Model = {
    entities,
    relations,
    policies: policies.map((each) => lowerPolicy(each, context)),
    events: lowerEvents(files, collector),
    machines: lowerEach(all(ast.isMachine), collector, (each) => {
      const machine = once(keptMachines, each, () => lowerMachine(each, context, documentationOf(each)));
      declared.push(each);
      return machine;
    }),
    channels: lowerEach(all(ast.isChannel), collector, (each) => lowerSettingsOf(each, context)),
    collectors: lowerEach(all(ast.isCollector), collector, (each) => lowerSettingsOf(each, context)),
    scenarios: lowerEach(own(ast.isScenario), collector, (each) =>
      once(keptScenarios, each, () => lowerScenario(each, context, documentationOf(each))),
    ),
    checks: lowerEach(own(ast.isCheck), collector, (each) =>
      once(keptChecks, each, () => lowerCheck(each, context, documentationOf(each))),
    ),
    views: lowerEach(own(ast.isView), collector, (each) => lowerView(each, context, documentationOf(each))),
  };
  const sources: Sources = {
    entities: names,
    relations: spans,
    places: collector.places,
    policies: policies.map((each) => spanOf(each, 'name')),
    uses: new Map([...ofEntities, ...ofRelations]),
  };
  return { model: linkMachines(model, instances, declared), sources, findings: collector.findings };
}

/** Returns one policy of each name: that of the file itself, else of what it imports, else of what these import. */
function nearestPolicies(
  all: readonly ast.Policy[],
  document: ast.Document,
  documents: LangiumDocuments,
): ast.Policy[] {
  const visible = visibleSymbols(document, documents).flatMap(({ policies }) => [...policies.values()].flat());
  const nearest = new Map<string, ast.Policy>();
  for (const each of [...visible, ...all]) if (!nearest.has(each.name)) nearest.set(each.name, each);
  return all.filter((each) => nearest.get(each.name) === each);
}

function lowerEvents(files: readonly ast.Document[], collector: Collector): Model['events'] {
  const events: EventDeclaration[] = [];
  const add = (event: ast.Event, machine: string | undefined): void => {
    const lowered = collector.attempt(() => lowerEvent(event, machine, collector));
    if (lowered !== undefined) events.push(lowered);
  };
  for (const declaration of files.flatMap(({ declarations }) => declarations)) {
    if (ast.isEvent(declaration)) add(declaration, undefined);
    else if (ast.isMachine(declaration)) {
      for (const member of declaration.members) {
        if (ast.isEvent(member)) add(member, declaration.name);
      }
    }
  }
  return events;
}

function lowerSettingsOf(node: ast.Channel | ast.Collector, context: PathContext) {
  return {
    name: node.name,
    settings: lowerSettings(node.settings, context),
    place: context.collector.place(node, 'name'),
  };
}

/** Sets the index of each entity's machine in the list of those lowered; two files may have one of the same name. */
function linkMachines(model: Model, { all }: Instances, declared: readonly ast.Machine[]): Model {
  if (model.machines.length === 0) return model;
  const indices = new Map(declared.map((machine, index) => [machine, index]));
  const entities = model.entities.map((entity, id) => {
    const runs = all[id] && machineOf(all[id].declaration);
    const machine = runs === undefined ? undefined : indices.get(runs);
    return machine === undefined ? entity : { ...entity, machine };
  });
  return { ...model, entities };
}
