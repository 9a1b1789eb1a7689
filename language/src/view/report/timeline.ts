/**
 * A plan as columns in time: notifications, the layers of destroyed entities, and the consequences for the rest, with
 * orders and messages as lines between them. The positions are computed in `timeline-layout.ts`.
 */
import type { Plan } from '../../analysis/plan/plan.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { PlanEffectKind } from './plan-overlay.ts';
import type { TimelineBox, TimelineColumn, TimelineLine, TimelineSide } from './report.ts';
import type { Targets } from './targets.ts';
import { append } from '../../model/common/append.ts';
import { entityName, type Model, entityOf } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** In a plan of more entities than this, similar siblings of one layer share a box. */
const drawnSingly = 60;
/** The number of similar siblings from which they share a box. */
const stackedFrom = 4;
/** The most boxes in a column. */
export const boxesShown = 60;
/** The most lines on a side. */
export const linesShown = 400;
/** The most entities whose order is drawn as lines: with more, the order is shown by columns only, since its pairs can be quadratic. */
export const orderedAtMost = 3000;

/** An event of an entity in time. */
export interface Event extends Explained {
  readonly sign: PlanEffectKind;
  readonly detail: string;
  readonly step?: number;
}

/** Returns a plan as a side of a timeline. Cost: that of `Plan.order.shown`, and a search for each line. */
export function timelineSide(plan: Plan, title: string, targets: Targets): TimelineSide {
  const { order, doomed } = plan;
  const isLarge = doomed.length > drawnSingly;
  const because = new Map(doomed.map((each) => [each.entity, each]));
  const layers = order.layers.map((layer, place) => ({
    title: t`Step ${place + 1}`,
    step: place + 1,
    ...column(
      layer.map((entity) => endOf(plan, entity, because.get(entity)?.because ?? [], place + 1)),
      { model: plan.model, targets, isLarge },
    ),
  }));
  const notified = notifiedColumn(plan, targets);
  const after = column(afterwards(plan, targets), { model: plan.model, targets, isLarge });
  const columns: readonly (TimelineColumn & ColumnBoxes)[] = [
    ...(notified.boxes.length === 0 ? [] : [{ title: t`Notified first`, ...notified }]),
    ...layers,
    ...(after.boxes.length === 0 ? [] : [{ title: t`Afterwards`, ...after }]),
  ];
  const boxOf = new Map(layers.flatMap(({ members }) => [...members]));
  const lines = [
    ...notificationLines(plan, targets, boxOf),
    ...orderLines(plan, targets, boxOf),
    ...notifiedLines(plan, targets, boxOf, after.members),
  ];
  return {
    title,
    columns: columns.map(({ title: name, step, boxes, more }) => ({
      title: name,
      ...(step !== undefined && { step }),
      boxes,
      more,
    })),
    lines: lines.slice(0, linesShown),
  };
}

/** The boxes of a column by entity. */
export interface ColumnBoxes {
  /** The box of each entity. */
  readonly members: ReadonlyMap<EntityId, string>;
}

/** The parts of a column. */
export interface ColumnParts {
  readonly model: Pick<Model, 'entities'>;
  readonly targets: Targets;
  readonly isLarge: boolean;
}

const endOf = ({ model }: Plan, entity: EntityId, because: readonly Fact[], step: number): Event => {
  const { kind, type } = entityOf(model, entity);
  return { entity, because, step, sign: 'destroyed', detail: type ?? kind };
};

/** Returns one box for each event, or for events of similar siblings. */
export function column(
  events: readonly Event[],
  { model, targets, isLarge }: ColumnParts,
): Pick<TimelineColumn, 'boxes' | 'more'> & ColumnBoxes {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const key = isLarge ? likeness(model, event) : String(event.entity);
    append(groups, key, event);
  }
  const drawn = [...groups.values()].flatMap((group) =>
    group.length < stackedFrom ? group.map((each) => [each]) : [group],
  );
  const members = new Map<EntityId, string>();
  const boxes = drawn.slice(0, boxesShown).flatMap((group): TimelineBox[] => {
    const [first] = group;
    const entity = first && model.entities[first.entity];
    if (first === undefined || entity === undefined) return [];
    const { sign, step, detail } = first;
    const id = `${boxPrefix(sign)} ${entity.id}`;
    for (const each of group) members.set(each.entity, id);
    const text = group.length === 1 ? entity.name : stackName(model, entity.id, group.length);
    const because = targets.chain(first.because);
    const place = {
      ...(group.length === 1 && { entity: entity.name }),
      ...targets.declaration(entity.id),
      ...(step !== undefined && { step }),
    };
    return [{ id, kind: entity.kind, text, detail, sign, because, isDifferent: false, ...place }];
  });
  return { boxes, members, more: drawn.slice(boxesShown).reduce((sum, group) => sum + group.length, 0) };
}

/** An entity may have a box where it ends, one where it starts, and one afterwards. */
const boxPrefix = (sign: PlanEffectKind): string =>
  sign === 'destroyed' ? 'ends' : sign === 'started' ? 'starts' : 'after';

function likeness(model: ColumnParts['model'], { entity, sign, detail }: Event): string {
  const { parent, kind, type } = entityOf(model, entity);
  return JSON.stringify([parent, kind, type, sign, detail]);
}

function stackName(model: ColumnParts['model'], entity: EntityId, count: number): string {
  const { parent, kind, type } = entityOf(model, entity);
  const within = parent === undefined ? '' : t` in ${entityName(model, parent)}`;
  return `${count} × ${type ?? kind}${within}`;
}

function notifiedColumn(
  { order, model }: Plan,
  targets: Targets,
): Pick<TimelineColumn, 'boxes' | 'more'> & ColumnBoxes {
  const boxes = order.notifications.slice(0, boxesShown).map((each, place): TimelineBox => ({
    id: `told ${place}`,
    kind: entityOf(model, each.subject).kind,
    text: targets.nameOf(each.subject),
    detail: `${each.action}(${targets.nameOf(each.of)})`,
    step: place + 1,
    sign: 'notifiedFirst',
    isDifferent: false,
    entity: targets.nameOf(each.subject),
    ...targets.declaration(each.subject),
    because: targets.chain(each.because),
  }));
  return { boxes, more: order.notifications.length - boxes.length, members: new Map() };
}

/** Returns the affected survivors, each once, by their most severe effect. */
function afterwards(plan: Plan, { nameOf }: Targets): readonly Event[] {
  const events = new Map<EntityId, Event>();
  const add = (sign: PlanEffectKind, detail: string, { entity, because }: Explained): void => {
    const known = events.get(entity);
    if (known === undefined) events.set(entity, { entity, sign, detail, because });
    else if (!known.detail.split(', ').includes(detail)) {
      // The reasons are those of the most severe effect; a list has those of all.
      events.set(entity, { ...known, detail: `${known.detail}, ${detail}` });
    }
  };
  for (const sign of ['broken', 'degraded', 'dangling'] as const) for (const hit of plan[sign]) add(sign, sign, hit);
  for (const sign of ['broken', 'dangling'] as const)
    for (const hit of plan.already[sign]) add(sign, t`${sign} already`, hit);
  for (const each of plan.held) add('held', each.isDeadlocked ? t`in a deadlock` : t`held up`, each);
  for (const each of plan.later) add('later', t`ends later`, each);
  for (const each of plan.spared) add('spared', t`lives on`, each);
  for (const { manager, event, subject, because } of plan.messages)
    add('notified', t`notified: ${nameOf(subject)} ${event}`, { entity: manager, because });
  return [...events.values()];
}

type Boxes = ReadonlyMap<EntityId, string>;

function notificationLines({ order }: Plan, { nameOf, chain }: Targets, boxOf: Boxes): readonly TimelineLine[] {
  return order.notifications.slice(0, boxesShown).flatMap(({ subject, action, of, because }, place): TimelineLine[] => {
    const to = boxOf.get(of);
    if (to === undefined) return [];
    const text = t`${nameOf(subject)} is notified: ${action}(${nameOf(of)})`;
    return [{ from: `told ${place}`, to, kind: 'notifiedFirst', text, because: chain(because) }];
  });
}

function orderLines({ order, doomed }: Plan, { nameOf, chain }: Targets, boxOf: Boxes): readonly TimelineLine[] {
  if (doomed.length > orderedAtMost) return [];
  const seen = new Set<string>();
  const lines: TimelineLine[] = [];
  for (const [first, then] of order.shown) {
    const [from, to] = [boxOf.get(first), boxOf.get(then)];
    const key = `${from ?? ''} ${to ?? ''}`;
    if (from === undefined || to === undefined || from === to || seen.has(key)) continue;
    if (lines.length === linesShown) break;
    seen.add(key);
    const text = t`${nameOf(first)} before ${nameOf(then)}`;
    lines.push({ from, to, kind: 'order', text, because: chain(order.because(first, then)) });
  }
  return lines;
}

function notifiedLines(
  { messages }: Plan,
  { nameOf, chain }: Targets,
  boxOf: Boxes,
  after: Boxes,
): readonly TimelineLine[] {
  const lines = new Map<string, TimelineLine>();
  for (const { manager, event, subject, by, because } of messages) {
    const from = boxOf.get(subject) ?? (by === undefined ? undefined : boxOf.get(by));
    const to = after.get(manager);
    if (from === undefined || to === undefined || lines.has(`${from} ${to}`)) continue;
    if (lines.size === linesShown) break;
    const text = t`${nameOf(manager)} is notified that ${nameOf(subject)} is ${event}`;
    lines.set(`${from} ${to}`, { from, to, kind: 'notified', text, because: chain(because) });
  }
  return [...lines.values()];
}

/** Marks in both sides what differs from the other: missing, in another step, or with another effect. */
export function markDifferences(sides: readonly TimelineSide[]): readonly TimelineSide[] {
  const key = ({ text, sign, step, detail }: TimelineBox): string => JSON.stringify([text, sign, step, detail]);
  const keys = sides.map(({ columns }) => new Set(columns.flatMap(({ boxes }) => boxes.map(key))));
  return sides.map((side, place) => ({
    ...side,
    columns: side.columns.map((each) => ({
      ...each,
      boxes: each.boxes.map((box) => ({
        ...box,
        isDifferent: keys.some((others, other) => other !== place && !others.has(key(box))),
      })),
    })),
  }));
}
