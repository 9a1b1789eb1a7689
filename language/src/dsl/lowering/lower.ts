/**
 * Lowers a linked tree to the model: entities with their copies, relations between them, and the machines, scenarios
 * and checks that run on them. The only module where declarations become data.
 */
import { AstUtils, type LangiumDocuments } from 'langium';
import { allSteps } from '../../model/all-steps.ts';
import { sameLists } from '../../model/common/once-per.ts';
import type { Entity } from '../../model/entity.ts';
import type { Machine } from '../../model/machines/machine.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import type { Check, Scenario } from '../../model/scenario.ts';
import type { Finding } from '../../model/finding.ts';
import * as ast from '../generated/ast.ts';
import { machineOf } from '../types/bodies.ts';
import { createCollector, lowerEach, spanOf } from './collector.ts';
import { documentationOf } from './documentation.ts';
import type { Instances } from './instances.ts';
import { createKeeper, type Keeper, lowerOnce } from './kept-lowering.ts';
import { lowerEvent, lowerMachine } from './machines.ts';
import type { PathContext } from './path-context.ts';
import { namesInModel } from './model-names.ts';
import { lowerPolicy, withPredefined } from './policies.ts';
import { lowerCheck, lowerScenario } from './scenarios.ts';
import { lowerSettings } from './settings.ts';
import { lowerStructure } from './structure.ts';
import { lowerView } from './views.ts';
import { declarationsOf } from '../names/tree-index.ts';
import { withImports } from '../names/visible.ts';

/** A model with its source locations and the findings of lowering it. */
export interface Lowered {
  readonly model: Model;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
  /** True if the model has no entities, or no relations, because there are too many. */
  readonly isRefused: boolean;
}

const [sameEntities, sameRelations] = [sameLists<Entity>(), sameLists<Relation>()];
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
  const names = namesInModel(document, files, documents);
  const { instances, lowered, related } = yield* lowerStructure(document, files, { collector, names });
  const context: PathContext = { instances, collector, names, around: undefined };
  const { entities } = lowered;
  const { relations } = related;
  const all = <K extends ast.Declaration['$type']>(type: K) => files.flatMap((file) => declarationsOf(file, type));
  const own = <K extends ast.Declaration['$type']>(type: K) => owners.flatMap((file) => declarationsOf(file, type));
  // Only the results for the file itself are kept.
  const once = <T extends object>(keeper: Keeper<T>, node: ast.Declaration, lower: () => T): T =>
    node.$container === document ? lowerOnce(keeper, node, context, lower) : lower();
  const declared: ast.Machine[] = [];
  const model: Model = {
    entities,
    relations,
    policies: all('Policy').map((each) => lowerPolicy(each, context)),
    events: lowerEvents(files, context),
    machines: lowerEach(all('Machine'), collector, (each) => {
      const machine = once(keptMachines, each, () => lowerMachine(each, context, documentationOf(each)));
      declared.push(each);
      return machine;
    }),
    channels: lowerEach(all('Channel'), collector, (each) => lowerSettingsOf(each, context)),
    collectors: lowerEach(all('Collector'), collector, (each) => lowerSettingsOf(each, context)),
    scenarios: lowerEach(own('Scenario'), collector, (each) =>
      once(keptScenarios, each, () => lowerScenario(each, context, documentationOf(each))),
    ),
    checks: lowerEach(own('Check'), collector, (each) =>
      once(keptChecks, each, () => lowerCheck(each, context, documentationOf(each))),
    ),
    views: lowerEach(own('View'), collector, (each) => lowerView(each, context, documentationOf(each))),
  };
  const sources: Sources = {
    entities: lowered.spans,
    relations: related.spans,
    places: collector.places,
    policies: all('Policy').map((each) => spanOf(each, 'name')),
    uses: new Map([...lowered.uses, ...related.uses]),
  };
  const whole = withPredefined({ model, sources }, context);
  const made = linkMachines(whole.model, instances, declared);
  return {
    ...{ ...whole, findings: collector.findings },
    model: { ...made, entities: sameEntities(made.entities), relations: sameRelations(made.relations) },
    isRefused: instances.isRefused || related.isRefused,
  };
}

function lowerEvents(files: readonly ast.Document[], context: PathContext): Model['events'] {
  const declared: ast.Event[] = [];
  for (const each of files.flatMap(({ declarations }) => declarations)) {
    if (each.$type === 'Event') declared.push(each);
    else if (each.$type === 'Machine') declared.push(...each.members.filter(ast.isEvent));
  }
  return lowerEach(declared, context.collector, (each) => lowerEvent(each, context));
}

function lowerSettingsOf(node: ast.Channel | ast.Collector, context: PathContext) {
  return {
    name: context.names.of(node),
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
    return machine === undefined ? entity : withMachine(entity, machine);
  });
  return { ...model, entities };
}

const running = new WeakMap<Entity, Entity>();

function withMachine(entity: Entity, machine: number): Entity {
  const known = running.get(entity);
  if (known?.machine === machine) return known;
  const made = { ...entity, machine };
  running.set(entity, made);
  return made;
}
