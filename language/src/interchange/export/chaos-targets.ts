/**
 * The pods and nodes of an imported cluster that an experiment hits, as tools select them: replicas of one controller
 * by their namespace and labels, because their names change with each start; other pods by their names.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { append } from '../../model/common/append.ts';
import { required } from '../../model/common/lookup.ts';
import { entityName, type Model } from '../../model/model.ts';

/** Some pods with these labels, of which there are `total`. */
export interface Replicas {
  readonly kind: 'replicas';
  readonly namespace: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  /** The kind of the workload that they belong to, in lower case: `deployment`. */
  readonly workload: string | undefined;
  readonly count: number;
  readonly total: number;
}

/** Something that experiments hit. */
export type ChaosTarget =
  | Replicas
  | { readonly kind: 'pod'; readonly name: string; readonly namespace: string }
  | { readonly kind: 'node'; readonly name: string; readonly namespaces: readonly string[] };

/** A pod of the model. */
interface Pod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: readonly string[];
  readonly controller: string | undefined;
}

/** Returns what an event hits, or the names of what is neither a pod nor a node that runs pods. */
export function chaosTargets(
  model: Model,
  crashed: readonly EntityId[],
): { readonly targets: readonly ChaosTarget[] } | { readonly strange: readonly string[] } {
  const targets: ChaosTarget[] = [];
  const groups = new Map<string, Pod[]>();
  const strange: string[] = [];
  for (const id of crashed) {
    const entity = required(model.entities[id]);
    const [pod, node] = [podOf(entity), nodeOf(model, entity)];
    if (pod !== undefined) append(groups, groupOf(pod), pod);
    else if (node !== undefined) targets.push(node);
    else strange.push(entityName(model, id));
  }
  if (strange.length > 0) return { strange };
  const all = model.entities.flatMap((entity) => podOf(entity) ?? []);
  for (const pods of groups.values()) targets.push(...replicasOf(model, pods, all));
  return { targets };
}

const groupOf = ({ name, namespace, labels, controller }: Pod): string =>
  JSON.stringify(controller === undefined ? [namespace, name] : [namespace, controller, labels]);

/** Returns pods of one group by their labels if these select nothing else, and one by one otherwise. */
function replicasOf(model: Model, pods: readonly Pod[], all: readonly Pod[]): readonly ChaosTarget[] {
  const [first] = pods;
  if (first === undefined) return [];
  const labels = first.labels.flatMap(labelOf);
  const selected = all.filter(
    ({ namespace, labels: own }) => namespace === first.namespace && first.labels.every((each) => own.includes(each)),
  );
  const isOne = selected.every(({ controller }) => controller === first.controller);
  if (first.controller === undefined || labels.length === 0 || labels.length < first.labels.length || !isOne)
    return pods.map(({ name, namespace }) => ({ kind: 'pod', name, namespace }));
  const workload = workloadOf(model, first.controller);
  const { namespace } = first;
  return [{ kind: 'replicas', namespace, labels, workload, count: pods.length, total: selected.length }];
}

const labelOf = (text: string): readonly (readonly [string, string])[] => {
  const [, name, value] = /^([\w./-]+)=([\w.-]*)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
};

/** Returns the kind of the topmost controller: a deployment controls its pods through a replica set. */
function workloadOf({ entities }: Model, controller: string): string | undefined {
  let name = controller;
  for (let steps = 0; steps < 10; steps++) {
    const found = entities.find((each) => plainName(each) === name);
    const next = found === undefined ? undefined : textIn(valueOf(found, 'controller'));
    if (next === undefined) return /(?:^|\/)([a-z]+)\/[^/]+$/.exec(name)?.[1];
    name = next;
  }
  return undefined;
}

const plainName = ({ name }: Entity): string => name.replaceAll("'", '');
const named = /(?:^|\/)(pod|node)\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?:#.*)?$/;

function podOf(entity: Entity): Pod | undefined {
  const [, kind, name] = named.exec(plainName(entity)) ?? [];
  if (kind !== 'pod' || name === undefined || entity.type !== 'Pod') return undefined;
  const given = valueOf(entity, 'namespace');
  const namespace = given === undefined ? 'default' : textIn(given);
  if (namespace === undefined) return undefined;
  const labels = valueOf(entity, 'labels');
  return {
    ...{ name, namespace, controller: textIn(valueOf(entity, 'controller')) },
    labels: labels?.kind === 'list' ? labels.items.flatMap((item) => textIn(item) ?? []) : [],
  };
}

/** Returns a node with the namespaces of the pods that die with it; nothing if none does. */
function nodeOf(model: Model, entity: Entity): ChaosTarget | undefined {
  const [, kind, name] = named.exec(plainName(entity)) ?? [];
  if (kind !== 'node' || name === undefined || entity.type !== 'Node') return undefined;
  const pods = model.relations.flatMap((each) =>
    each.kind === 'dies with' && each.target === entity.id ? (podOf(required(model.entities[each.source])) ?? []) : [],
  );
  const namespaces = [...new Set(pods.map(({ namespace }) => namespace))].sort();
  return namespaces.length === 0 ? undefined : { kind: 'node', name, namespaces };
}

const valueOf = ({ settings, data }: Entity, name: string): Expression | undefined =>
  [...settings, ...data].find((each) => each.name === name)?.value;

function textIn(value: Expression | undefined): string | undefined {
  if (value?.kind !== 'text') return undefined;
  const texts = value.parts.filter((part) => typeof part === 'string');
  return texts.length === value.parts.length ? texts.join('') : undefined;
}
