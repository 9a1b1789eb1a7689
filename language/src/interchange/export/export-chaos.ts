/**
 * Writes experiments on imported clusters for the tools that run them: Chaos Mesh and LitmusChaos. Every text is in
 * quotes, as JSON writes it, which YAML reads as it is.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { type ChaosTarget, chaosTargets } from './chaos-targets.ts';

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

type Json = string | boolean | readonly Json[] | { readonly [key: string]: Json };

const claimsAtMost = 20;
const lasts = '5m';

/** Returns what a tool runs for experiments. Of a pair, both or neither is exported. */
export function exportChaos(model: Model, tool: ChaosTool, experiments: readonly ChaosExperiment[]): ChaosExport {
  const leftOut: { experiment: number; names: readonly string[] }[] = [];
  const chosen = new Map<string, Chosen>();
  for (const [index, each] of experiments.entries()) {
    const found = chaosTargets(model, each.crashed);
    if ('strange' in found) leftOut.push({ experiment: index + 1, names: found.strange });
    else {
      const key = JSON.stringify(found.targets);
      const known = chosen.get(key) ?? { targets: found.targets, experiments: [] };
      known.experiments.push({ ...each, number: index + 1 });
      chosen.set(key, known);
    }
  }
  const documents = [...chosen.values()].flatMap(({ targets, experiments: same }) =>
    targets.map((target, at) => {
      const name = `aftermath-${String(same[0]?.number)}${targets.length === 1 ? '' : `-${String(at + 1)}`}`;
      const metadata = { name, annotations: annotationsOf(same) };
      return writeYaml(tool === 'litmus' ? engineOf(target, metadata) : podChaosOf(target, metadata), 0);
    }),
  );
  return { documents, leftOut };
}

/** Experiments that hit the same: any replica of a controller stands for each. */
interface Chosen {
  readonly targets: readonly ChaosTarget[];
  readonly experiments: (ChaosExperiment & { readonly number: number })[];
}

function annotationsOf(same: Chosen['experiments']): Record<string, Json> {
  const claims = [...new Set(same.flatMap((each) => each.claims))];
  const more = claims.length - claimsAtMost;
  const told = [...claims.slice(0, claimsAtMost), ...(more > 0 ? [`${String(more)} more`] : [])];
  const scenarios = [...new Set(same.flatMap(({ scenario }) => scenario ?? []))];
  return {
    'aftermath/experiment': same.map(({ number }) => String(number)).join(', '),
    'aftermath/claims': told.join('; '),
    'aftermath/scenario': scenarios.length === 0 ? 'no scenario says so' : scenarios.join('; '),
  };
}

/** Returns the object of Chaos Mesh, which has no crash of a node: all pods on it fail together. */
function podChaosOf(target: ChaosTarget, metadata: Record<string, Json>): Json {
  return { apiVersion: 'chaos-mesh.org/v1alpha1', kind: 'PodChaos', metadata, spec: podChaosSpec(target) };
}

function podChaosSpec(target: ChaosTarget): Json {
  switch (target.kind) {
    case 'pod':
      return { action: 'pod-kill', mode: 'all', selector: { pods: { [target.namespace]: [target.name] } } };
    case 'node': {
      const selector = { nodes: [target.name], namespaces: target.namespaces };
      return { action: 'pod-failure', mode: 'all', duration: lasts, selector };
    }
    case 'replicas': {
      const { namespace, labels, count, total } = target;
      const selector = { namespaces: [namespace], labelSelectors: Object.fromEntries(labels) };
      if (count === total) return { action: 'pod-kill', mode: 'all', selector };
      const mode = count === 1 ? { mode: 'one' } : { mode: 'fixed', value: String(count) };
      return { action: 'pod-kill', ...mode, selector };
    }
  }
}

/** The kinds of workloads that LitmusChaos knows. */
const workloads: readonly (string | undefined)[] = ['deployment', 'statefulset', 'daemonset'];

function engineOf(target: ChaosTarget, metadata: Record<string, Json>): Json {
  const isNode = target.kind === 'node';
  return {
    apiVersion: 'litmuschaos.io/v1alpha1',
    kind: 'ChaosEngine',
    metadata: isNode ? metadata : { ...metadata, namespace: target.namespace },
    spec: {
      engineState: 'active',
      annotationCheck: 'false',
      ...(!isNode && { appinfo: appInfoOf(target) }),
      chaosServiceAccount: 'litmus-admin',
      experiments: [
        { name: isNode ? 'node-drain' : 'pod-delete', spec: { components: { env: [variableOf(target)] } } },
      ],
    },
  };
}

function appInfoOf(target: Exclude<ChaosTarget, { readonly kind: 'node' }>): Json {
  if (target.kind === 'pod') return { appns: target.namespace };
  const { namespace, labels, workload } = target;
  const applabel = labels.map(([name, value]) => `${name}=${value}`).join(',');
  return { appns: namespace, applabel, ...(workloads.includes(workload) && { appkind: workload ?? '' }) };
}

function variableOf(target: ChaosTarget): Json {
  if (target.kind === 'node') return { name: 'TARGET_NODE', value: target.name };
  if (target.kind === 'pod') return { name: 'TARGET_PODS', value: target.name };
  // It is rounded down there, but never below one pod.
  const share = target.count === 1 ? 0 : Math.ceil((100 * target.count) / target.total);
  return { name: 'PODS_AFFECTED_PERC', value: String(share) };
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
