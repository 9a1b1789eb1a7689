/**
 * The effect of a plan on each node of the picture; a node may represent several entities.
 */
import { isEntity } from '../../model/drawn-kinds.ts';
import type { GraphNode, GraphView } from '../../view/graph.ts';
import {
  blockedText,
  changeEffects,
  type ChangeEffectKind,
  type PlanEffectKind,
  type PlanMark,
  type PlanOverlay,
} from '../../view/report/plan-overlay.ts';
import { effectWords, wouldWords } from './words.ts';
import { t } from '../../model/common/translation.ts';

/** The most severe effect on any of a node's entities. A notification alone changes nothing. */
export type StatusKind = Exclude<PlanEffectKind, 'notifiedFirst' | 'notified'> | ChangeEffectKind | 'untouched';

/** The status of a node. */
export interface NodeStatus {
  readonly kind: StatusKind;
  /** The first and the last step in which one of its entities is destroyed or started. */
  readonly steps?: readonly [first: number, last: number];
  /** The smallest distance from a crash, if one of them is destroyed by a crash. */
  readonly distance?: number;
  /** True if one of them is notified before anything is destroyed. */
  readonly isNotifiedFirst: boolean;
  /** True if one of them is notified as a manager. */
  readonly isNotified: boolean;
  /** The number of the node's entities with that status. */
  readonly count: number;
  readonly total: number;
  /** True if the plan is refused: the effect would come, but does not. */
  readonly isRefused?: true;
  /** All effects on them. */
  readonly marks: readonly PlanMark[];
}

/** The statuses of a picture, the most severe first. */
export const statusKinds = [
  'refused',
  'started',
  'destroyed',
  'held',
  'later',
  'broken',
  'degraded',
  'dangling',
  'spared',
  'removed',
  'added',
  'worse',
  'better',
  'changed',
  'cause',
  'untouched',
] as const satisfies readonly StatusKind[];

/** Returns the status of every node, by its id. */
export function statusesOf(graph: GraphView, plan: PlanOverlay): ReadonlyMap<string, NodeStatus> {
  const marks = new Map(plan.marks.map((mark) => [mark.name, mark]));
  return new Map(
    graph.nodes.map((node) => {
      const status = statusOf(node, marks);
      return [node.id, plan.isRefused === true && isHappening(status) ? { ...status, isRefused: true } : status];
    }),
  );
}

const isHappening = ({ kind }: NodeStatus): boolean => kind !== 'refused' && kind !== 'untouched';

/** Returns the names of the entities that a node represents. */
export const representedNames = ({ id, kind, stack, inside }: GraphNode): readonly string[] =>
  isEntity(kind) ? (stack ?? [id, ...(inside ?? [])]) : [];

const isChange = (kind: string): boolean => (changeEffects as readonly string[]).includes(kind);

function statusOf(node: GraphNode, marks: ReadonlyMap<string, PlanMark>): NodeStatus {
  const names = representedNames(node);
  const own = names.flatMap((name) => marks.get(name) ?? []);
  const effects = own.flatMap((mark) => mark.effects);
  const kinds = own.map(worstStatus);
  const kind = statusKinds.find((one) => kinds.includes(one)) ?? 'untouched';
  const steps = effects.flatMap(({ kind: each, step }) => (isChange(each) ? [] : (step ?? []))).sort((a, b) => a - b);
  const distances = effects.flatMap(({ distance }) => distance ?? []);
  const [first, last] = [steps[0], steps.at(-1)];
  return {
    kind,
    ...(first !== undefined && last !== undefined && { steps: [first, last] as const }),
    ...(distances.length > 0 && { distance: distances.reduce((least, one) => Math.min(least, one)) }),
    isNotifiedFirst: effects.some((effect) => effect.kind === 'notifiedFirst'),
    isNotified: effects.some((effect) => effect.kind === 'notified'),
    count: kind === 'untouched' ? names.length : kinds.filter((one) => one === kind).length,
    total: names.length,
    marks: own,
  };
}

/** Returns the most severe effect on an entity; a notification alone leaves it untouched. */
export const worstStatus = (mark: PlanMark): StatusKind =>
  statusKinds.find((kind) => mark.effects.some((effect) => effect.kind === kind)) ?? 'untouched';

/** Returns the status in a few words that fit into a node: `destroyed (1)`, `3 of 12 degraded`. */
export function shortStatusWords(status: NodeStatus): string {
  const { distance, count, total } = status;
  const part = count === total ? '' : t`${count.toString()} of ${total.toString()} `;
  return `${part}${wordsFor(status)}${distance === undefined ? '' : ` (${distance.toString()})`}`;
}

/** Returns the status in words: `destroyed in step 2, distance 1`, `3 of 12 degraded`, `untouched, notified`. */
export function statusWords(status: NodeStatus): string {
  const { steps, distance, count, total, isNotifiedFirst, isNotified } = status;
  const part = count === total ? '' : t`${count.toString()} of ${total.toString()} `;
  const words = [
    `${part}${wordsFor(status)}${steps === undefined ? '' : t` in ${stepWords(steps)}`}`,
    ...(distance === undefined ? [] : [t`distance ${distance.toString()}`]),
    ...(isNotifiedFirst ? [effectWords.notifiedFirst] : []),
    ...(isNotified ? [effectWords.notified] : []),
  ];
  return words.join(', ');
}

function wordsFor({ kind, isRefused, marks }: NodeStatus): string {
  if (isRefused === true) return wouldWords[kind];
  const isBlocked = (mark: PlanMark): boolean => mark.effects.some(({ detail }) => detail === blockedText);
  return kind === 'broken' && marks.every((mark) => worstStatus(mark) !== kind || isBlocked(mark))
    ? 'blocked'
    : effectWords[kind];
}

function stepWords([first, last]: readonly [number, number]): string {
  return first === last ? t`step ${first.toString()}` : t`steps ${first.toString()} to ${last.toString()}`;
}

/** Returns the step for a badge: `2`, `2–4` for a stack. */
export const stepNumber = ([first, last]: readonly [number, number]): string =>
  first === last ? first.toString() : `${first.toString()}–${last.toString()}`;
