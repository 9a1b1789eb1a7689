/**
 * Writes experiments on imported clusters for the tools that run them: Chaos Mesh and LitmusChaos. Every text is in
 * quotes, as JSON writes it, which YAML reads as it is.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { required } from '../../model/lookup.ts';
import { entityName, type Model } from '../../model/model.ts';

/** The tools, by their names on the command line. */
export const chaosTools = ['chaos-mesh', 'litmus'] as const;
/** One of the tools. */
export type ChaosTool = (typeof chaosTools)[number];

/** A crash to cause, and why. */
export interface ChaosExperiment {
  readonly crashed: readonly EntityId[];
  readonly claims: readonly string[];
  /** The title of the scenario that says so. */
  readonly scenario: string | undefined;
}

/** The documents of YAML, one for each pod and node, and what has none. */
export interface ChaosExport {
  readonly documents: readonly string[];
  /** Experiments left out whole, by their numbers from 1, with the names that are neither pods nor nodes that run pods. */
  readonly leftOut: readonly { readonly experiment: number; readonly names: readonly string[] }[];
}

/** A pod or a node of a cluster. */
type Target =
  | { readonly kind: 'pod'; readonly name: string; readonly namespace: string }
  | { readonly kind: 'node'; readonly name: string; readonly pods: ReadonlyMap<string, readonly string[]> };

type Json = string | boolean | readonly Json[] | { readonly [key: string]: Json };

const claimsAtMost = 20;
const lasts = '5m';

/** Returns what a tool runs for experiments. Of a pair, both or neither is exported. */
export function exportChaos(model: Model, tool: ChaosTool, experiments: readonly ChaosExperiment[]): ChaosExport {
  const leftOut: { experiment: number; names: string[] }[] = [];
  const documents = experiments.flatMap((each, index): string[] => {
    const targets = each.crashed.map((id) => targetOf(model, required(model.entities[id])));
    const strange = each.crashed.filter((_, at) => targets[at] === undefined);
    if (strange.length > 0) {
      leftOut.push({ experiment: index + 1, names: strange.map((id) => entityName(model, id)) });
      return [];
    }
    return targets.flatMap((target, at) => {
      if (target === undefined) return [];
      const name = `aftermath-${String(index + 1)}${targets.length === 1 ? '' : `-${String(at + 1)}`}`;
      const metadata = { name, annotations: annotationsOf(each, index + 1) };
      return [writeYaml(tool === 'litmus' ? engineOf(target, metadata) : podChaosOf(target, metadata), 0)];
    });
  });
  return { documents, leftOut };
}

/** Returns the pod or node that an entity of an imported cluster stands for. */
function targetOf(model: Model, { id, name, type, settings, data }: Entity): Target | undefined {
  const found = /(?:^|\/)(pod|node)\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?:#.*)?$/.exec(name.replaceAll("'", ''));
  const own = found?.[2];
  if (own === undefined) return undefined;
  if (found?.[1] === 'node' && type === 'Node') {
    const pods = podsOn(model, id);
    return pods.size === 0 ? undefined : { kind: 'node', name: own, pods };
  }
  if (found?.[1] !== 'pod' || type !== 'Pod') return undefined;
  const value = [...settings, ...data].find((each) => each.name === 'namespace')?.value;
  const [namespace = 'default'] = value?.kind === 'text' ? value.parts : [];
  return typeof namespace === 'string' ? { kind: 'pod', name: own, namespace } : undefined;
}

/** Returns the names of the pods that die with a node, by their namespaces. */
function podsOn(model: Model, node: EntityId): ReadonlyMap<string, readonly string[]> {
  const pods = new Map<string, string[]>();
  for (const { kind, source, target } of model.relations) {
    if (kind !== 'dies with' || target !== node) continue;
    const pod = targetOf(model, required(model.entities[source]));
    if (pod?.kind === 'pod') pods.set(pod.namespace, [...(pods.get(pod.namespace) ?? []), pod.name]);
  }
  return pods;
}

function annotationsOf({ claims, scenario }: ChaosExperiment, experiment: number): Record<string, Json> {
  const more = claims.length - claimsAtMost;
  const told = [...claims.slice(0, claimsAtMost), ...(more > 0 ? [`${String(more)} more`] : [])];
  return {
    'aftermath/experiment': String(experiment),
    'aftermath/claims': told.join('; '),
    'aftermath/scenario': scenario ?? 'no scenario says so',
  };
}

/** Returns the object of Chaos Mesh, which has no crash of a node: all pods that die with it fail together. */
function podChaosOf(target: Target, metadata: Record<string, Json>): Json {
  const pods = target.kind === 'pod' ? [[target.namespace, [target.name]] as const] : [...target.pods];
  const selector = { pods: Object.fromEntries(pods) };
  const how: Json =
    target.kind === 'pod'
      ? { action: 'pod-kill', mode: 'all', selector }
      : { action: 'pod-failure', mode: 'all', duration: lasts, selector };
  return { apiVersion: 'chaos-mesh.org/v1alpha1', kind: 'PodChaos', metadata, spec: how };
}

function engineOf(target: Target, metadata: Record<string, Json>): Json {
  const isPod = target.kind === 'pod';
  const variables = isPod
    ? [{ name: 'TARGET_PODS', value: target.name }]
    : [{ name: 'TARGET_NODE', value: target.name }];
  return {
    apiVersion: 'litmuschaos.io/v1alpha1',
    kind: 'ChaosEngine',
    metadata: isPod ? { ...metadata, namespace: target.namespace } : metadata,
    spec: {
      engineState: 'active',
      annotationCheck: 'false',
      ...(isPod && { appinfo: { appns: target.namespace } }),
      chaosServiceAccount: 'litmus-admin',
      experiments: [{ name: isPod ? 'pod-delete' : 'node-drain', spec: { components: { env: variables } } }],
    },
  };
}

/** Writes a value as a block, with every text in quotes. */
function writeYaml(value: Json, indent: number): string {
  const blanks = ' '.repeat(indent);
  if (typeof value !== 'object') return `${blanks}${JSON.stringify(value)}\n`;
  const rows = Array.isArray(value)
    ? (value as readonly Json[]).map((item) => ['- ', item] as const)
    : Object.entries(value).map(
        ([key, item]) => [`${/^[\w/]+$/.test(key) ? key : JSON.stringify(key)}: `, item] as const,
      );
  if (rows.length === 0) return `${blanks}${Array.isArray(value) ? '[]' : '{}'}\n`;
  return rows
    .map(([head, item]) => {
      if (typeof item !== 'object') return `${blanks}${head}${JSON.stringify(item)}\n`;
      const inner = writeYaml(item, indent + 2);
      return head === '- ' ? `${blanks}- ${inner.slice(indent + 2)}` : `${blanks}${head.trimEnd()}\n${inner}`;
    })
    .join('');
}
