/**
 * The graph of a model as plain records: the nodes, their nesting, the edges between them, and their source locations.
 * It is independent of positions, colours and pages, so any renderer can use it. It is plain JSON and never fails: a
 * model with faults or cycles is a graph like any other.
 */
import { allSteps } from '../model/all-steps.ts';
import type { Entity } from '../model/entity.ts';
import type { BoxKind } from '../model/drawn-kinds.ts';
import type { Finding } from '../model/finding.ts';
import { entityName, entitySpan, type Model, type Sources } from '../model/model.ts';
import type { RelationKind } from '../model/relation.ts';
import type { ViewDirection } from '../model/view.ts';
import type { Span } from '../model/span.ts';
import { distinctProblems, problemsByPlace, type Problem } from './problems.ts';
import type { GraphEdge } from './graph-edge.ts';
import { derivedEdges } from './derived-edges.ts';
import { relationEdges } from './relation-edges.ts';
import { printExpression } from '../model/machines/print-expression.ts';

/** An entity to draw, or a stack of similar ones. */
export interface GraphNode {
  /** The qualified name; of a stack in a picture, that of its first entity followed by ` …`. */
  readonly id: string;
  /** The name within its container; for a stack, what it is a stack of. */
  readonly label: string;
  readonly kind: BoxKind;
  readonly type?: string;
  /** The classes it is an instance of, the most derived first. */
  readonly classes?: readonly string[];
  /** The id of the node it is nested in. */
  readonly parent?: string;
  readonly root: boolean;
  readonly absent: boolean;
  /** True if no orderly end takes it. */
  readonly protected?: boolean;
  /** True if it is already ending at the start. */
  readonly doomed?: boolean;
  /** The qualified names of the entities that this node represents, if it is a stack. */
  readonly stack?: readonly string[];
  /** The number of boxes that it is drawn in place of, if it is a stack in a picture. */
  readonly boxes?: number;
  /** The qualified names of all entities in it, if it is a container that is drawn closed. */
  readonly inside?: readonly string[];
  /** True for a region that is drawn around its members. */
  readonly isHull?: true;
  /** The name of the machine it runs. */
  readonly machine?: string;
  readonly documentation?: string;
  /** The author's own values, each as `key: value`; of a stack, those of all in it. */
  readonly data?: readonly string[];
  /** The location of its declared name. */
  readonly span: Span;
  /** In a comparison: its location in the earlier version. */
  readonly before?: Span;
  readonly problems?: readonly Problem[];
}

/** A named picture of the graph: a declared view with its entities. */
export interface NamedView {
  readonly title: string;
  /** The qualified names of its entities; the containers around them are shown too. */
  readonly shown: readonly string[];
  /** The qualified names of the containers that are drawn without their contents. */
  readonly closed: readonly string[];
  /** The relations that are drawn; all if absent. */
  readonly relations?: readonly RelationKind[];
  readonly direction?: ViewDirection;
}

/** The graph of a model. */
export interface GraphView {
  /** In declaration order, an entity before what is nested in it. */
  readonly nodes: readonly GraphNode[];
  /** In declaration order. Nesting has no edges. */
  readonly edges: readonly GraphEdge[];
  /** The number of entities that the nodes represent. */
  readonly entityCount: number;
  /** The views that its file declares. */
  readonly views?: readonly NamedView[];
}

/** Options for the graph. */
export interface GraphOptions {
  /** Findings to mark nodes and edges with. */
  readonly findings?: readonly Finding[];
}

/** Returns the whole graph of a model. Cost: `O(V + E)`, plus the findings. */
export const graphView = (model: Model, sources: Sources, options: GraphOptions = {}): GraphView =>
  allSteps(graphInSteps(model, sources, options));

/** The number of nodes in a step. */
const nodesInStep = 1000;

/** Returns the same in steps. */
export function* graphInSteps(
  model: Model,
  sources: Sources,
  { findings = [] }: GraphOptions = {},
): Generator<undefined, GraphView> {
  const problems = problemsByPlace(model, sources, findings);
  yield;
  const ids = model.entities.map(({ name }) => name);
  const nodes: GraphNode[] = [];
  for (const entity of model.entities) {
    const found = distinctProblems(problems.entities.get(entity.id) ?? []);
    nodes.push(nodeOf(entity, { model, sources, problems: found }));
    if (nodes.length % nodesInStep === 0) yield;
  }
  const declared = yield* relationEdges(model, sources, ids, problems.relations);
  const derived = derivedEdges(model, sources, ids);
  yield;
  return { nodes, edges: [...declared, ...derived], entityCount: model.entities.length };
}

interface NodeContext {
  readonly model: Model;
  readonly sources: Sources;
  readonly problems: readonly Problem[];
}

function nodeOf(entity: Entity, { model, sources, problems }: NodeContext): GraphNode {
  const parent = entity.parent === undefined ? undefined : model.entities[entity.parent];
  const machine = entity.machine === undefined ? undefined : model.machines[entity.machine];
  return {
    id: entity.name,
    label: localName(entity, parent),
    kind: entity.kind,
    ...(entity.type !== undefined && { type: entity.type }),
    ...(parent !== undefined && { parent: parent.name }),
    root: entity.root,
    absent: entity.absent,
    ...(entity.classes !== undefined && entity.classes.length > 0 && { classes: entity.classes }),
    ...(entity.protected === true && { protected: true }),
    ...(entity.doomed === true && { doomed: true }),
    ...(machine !== undefined && { machine: machine.name }),
    ...(entity.documentation !== undefined && { documentation: entity.documentation }),
    ...(entity.data.length > 0 && { data: dataOf(entity, model) }),
    span: entitySpan(sources, entity.id),
    ...(problems.length > 0 && { problems }),
  };
}

const dataOf = ({ data }: Entity, { entities }: Model): readonly string[] =>
  data.map(({ name, value }) => `${name}: ${printExpression(value, (id) => entityName({ entities }, id))}`);

function localName(entity: Entity, parent: Entity | undefined): string {
  const prefix = parent === undefined ? '' : `${parent.name}.`;
  return entity.name.startsWith(prefix) ? entity.name.slice(prefix.length) : entity.name;
}
