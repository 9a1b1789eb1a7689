/**
 * What a crash does to each node of the picture; a node may stand for several entities.
 */
import type { CrashEffectKind, CrashMark, CrashView } from '../../../language/src/view/crash.ts';
import type { GraphNode, GraphView } from '../../../language/src/view/graph.ts';
import { effectWords } from '../texts.ts';

/** The gravest thing that happens to any of a node's entities. Being told alone changes nothing. */
export type StatusKind = Exclude<CrashEffectKind, 'notified'> | 'untouched';

export interface NodeStatus {
  readonly kind: StatusKind;
  /** The least distance from the crash, where any is destroyed. */
  readonly distance?: number;
  /** Whether any is told of the crash. */
  readonly isNotified: boolean;
  /** How many of the node's entities have that status. */
  readonly count: number;
  readonly total: number;
  /** Everything that happens to them. */
  readonly marks: readonly CrashMark[];
}

/** The statuses that a picture tells apart, the gravest first. */
export const statusKinds = ['destroyed', 'broken', 'degraded', 'dangling', 'untouched'] as const;

/** Returns the status of every node, by its id. */
export function statusesOf(graph: GraphView, crash: CrashView): ReadonlyMap<string, NodeStatus> {
  const marks = new Map(crash.marks.map((mark) => [mark.name, mark]));
  return new Map(graph.nodes.map((node) => [node.id, statusOf(node, marks)]));
}

/** Returns the names of the entities that a node stands for. */
export const namesOf = (node: GraphNode): readonly string[] => node.stack ?? [node.id];

function statusOf(node: GraphNode, marks: ReadonlyMap<string, CrashMark>): NodeStatus {
  const names = namesOf(node);
  const own = names.flatMap((name) => marks.get(name) ?? []);
  const kinds = own.map(gravest);
  const kind = statusKinds.find((one) => kinds.includes(one)) ?? 'untouched';
  const distances = own.flatMap((mark) => mark.effects.flatMap((effect) => effect.distance ?? []));
  return {
    kind,
    ...(kind === 'destroyed' && distances.length > 0 && { distance: Math.min(...distances) }),
    isNotified: own.some((mark) => mark.effects.some((effect) => effect.kind === 'notified')),
    count: kind === 'untouched' ? names.length : kinds.filter((one) => one === kind).length,
    total: names.length,
    marks: own,
  };
}

const gravest = (mark: CrashMark): StatusKind =>
  statusKinds.find((kind) => mark.effects.some((effect) => effect.kind === kind)) ?? 'untouched';

/** Returns the status in so few words that they fit into a node: `destroyed (1)`, `3 of 12 degraded`. */
export function shortStatusWords({ kind, distance, count, total }: NodeStatus): string {
  const part = count === total ? '' : `${count.toString()} of ${total.toString()} `;
  return `${part}${effectWords[kind]}${distance === undefined ? '' : ` (${distance.toString()})`}`;
}

/** Returns the status in words: `destroyed, distance 1`, `3 of 12 degraded`, `untouched, notified`. */
export function statusWords(status: NodeStatus): string {
  const part = status.count === status.total ? '' : `${status.count.toString()} of ${status.total.toString()} `;
  const distance = status.distance === undefined ? '' : `, distance ${status.distance.toString()}`;
  return `${part}${effectWords[status.kind]}${distance}${status.isNotified ? `, ${effectWords.notified}` : ''}`;
}
