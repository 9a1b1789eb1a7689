/**
 * The report of a plan: who is notified first, what ends in which order, which orders give way, and the consequences
 * for the rest, each with its reason.
 */
import { counted } from '../../model/common/word-list.ts';
import type { Plan } from '../../analysis/plan/plan.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import { diffPlans } from '../../analysis/plan/plan-differences.ts';
import { planJson } from '../../analysis/plan/plan-json.ts';
import { eventOf } from './plan-event.ts';
import { heldWords } from './held-words.ts';
import { planHeadings } from './plan-headings.ts';
import type {
  Report,
  ReportItem,
  ReportList,
  ReportSection,
  ReportSign,
  ReportTimeline,
  TimelineSide,
} from './report.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';
import { linesShown, markDifferences, orderedAtMost, timelineSide } from './timeline.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** The most items in a list; for a larger plan, the command line shows all. */
export const itemsShown = 1000;

/**
 * Makes the report in steps, one section each. `sources` are those of `plan.model`. With a second plan of the same model,
 * also its differences, and both side by side.
 */
export function* planReportSteps(
  plan: Plan,
  sources: ReportedModel['sources'],
  against?: Plan,
): Generator<undefined, Report> {
  const targets = collectTargets({ model: plan.model, sources });
  const sections: ReportSection[] = [];
  for (const section of sectionsOf(plan, against, targets)) {
    if (section !== undefined) sections.push(section);
    yield;
  }
  return {
    title: t`Plan for the ${eventOf(plan)}`,
    about: [summary(plan), ...(against ? [summary(against)] : []), ...plan.refused.map(({ text }) => text)],
    legend: [],
    sections,
    targets: targets.list,
  };
}

/** Yields all sections; undefined for an empty one. */
function* sectionsOf(plan: Plan, against: Plan | undefined, targets: Targets): Generator<ReportSection | undefined> {
  yield planTimeline(against === undefined ? [plan] : [plan, against], targets);
  yield against && differences(plan, against);
  yield notifiedFirst(plan, targets);
  if (plan.vetoes.length > 0) yield refusedBy(plan, targets);
  yield destroyed(plan, targets);
  yield survivors(planHeadings.degraded, 'degraded', plan.degraded, targets);
  const blocked = new Set(plan.blocked);
  const isBlocked = ({ entity }: Explained): boolean => blocked.has(entity);
  const others = plan.broken.filter((each) => !isBlocked(each));
  yield survivors(planHeadings.broken, 'broken', others, targets);
  if (blocked.size > 0) yield survivors(planHeadings.blocked, 'broken', plan.broken.filter(isBlocked), targets);
  yield survivors(planHeadings.dangling, 'dangling', plan.dangling, targets);
  for (const before of foundSo(plan, targets)) yield before.items.length > 0 ? before : undefined;
  yield servers(plan, targets);
  for (const list of [dropped(plan, targets), held(plan, targets), ...lateAndSpared(plan, targets)])
    yield list.items.length > 0 ? list : undefined;
}

const hitWords = { degraded: t`degraded`, broken: t`broken`, blocked: t`blocked`, dangling: t`dangling` };

function summary({ doomed, order, degraded, broken, blocked, dangling, policy }: Plan): string {
  const layers = counted(order.layers.length, 'layer');
  const left = order.dropped.length;
  const gives = left === 0 ? '' : t`, ${left} ${left === 1 ? t`order gives` : t`orders give`} way`;
  const inCalls = new Set(blocked);
  const others = broken.filter(({ entity }) => !inCalls.has(entity));
  const counts = (
    [
      ['degraded', degraded],
      ['broken', others],
      ['blocked', blocked],
      ['dangling', dangling],
    ] as const
  ).filter(([, hit]) => hit.length > 0);
  const rest =
    counts.length === 0 ? t`nothing else` : counts.map(([word, hit]) => `${hit.length} ${hitWords[word]}`).join(', ');
  return t`Under the policy ${policy.name}: ${doomed.length} destroyed in ${layers}, ${rest}${gives}.`;
}

/** Returns the picture of a plan, or of several plans of one model side by side. */
export function planTimeline(plans: readonly Plan[], targets: Targets): ReportTimeline {
  const sides = plans.map((plan) => timelineSide(plan, t`Under the policy ${plan.policy.name}`, targets));
  const more = sides.flatMap(({ columns }) => columns).reduce((sum, each) => sum + each.more, 0);
  const areLinesCut = plans.some(({ doomed }) => doomed.length > orderedAtMost) || sides.some(hasManyLines);
  const notes = [
    ...(more > 0 ? [t`${more} more are not drawn; see the lists below or the command line.`] : []),
    ...(areLinesCut ? [t`Not all orders are drawn as lines; the columns keep all of them.`] : []),
  ];
  return {
    kind: 'timeline',
    title: t`In time`,
    sides: markDifferences(sides),
    empty: t`Nothing is destroyed and nothing is notified.`,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

const hasManyLines = ({ lines }: TimelineSide): boolean => lines.length >= linesShown;

function differences(plan: Plan, against: Plan): ReportList {
  const [from, to] = [plan, against].map((each) => planJson(each, { reasons: 'none' }));
  const clauses = from === undefined || to === undefined ? [] : diffPlans(from, to);
  const empty = t`Nothing: both policies have the same consequences here.`;
  return list(t`Different under ${against.policy.name}`, clauses, (text) => ({ text, because: [] }), empty);
}

/** Makes a list of the items that are shown; the others are not even computed. */
function list<T>(
  title: string,
  things: readonly T[],
  toItem: (thing: T, place: number) => ReportItem,
  empty = t`Nothing.`,
): ReportList {
  const rest = things.length - itemsShown;
  const note = rest > 0 ? { note: t`${rest} more are omitted; the command line lists all.` } : {};
  return { kind: 'list', title, items: things.slice(0, itemsShown).map(toItem), empty, ...note };
}

const refusedBy = ({ vetoes }: Plan, targets: Targets): ReportList =>
  list(planHeadings.refused, vetoes, (each) => ({ ...explainedItem(each, targets, 'error'), detail: each.text }));

function notifiedFirst({ order }: Plan, targets: Targets): ReportList {
  return list(
    planHeadings.notifiedFirst,
    order.notifications,
    (each, place) => ({
      text: targets.nameOf(each.subject),
      detail: `${each.action}(${targets.nameOf(each.of)})`,
      step: place + 1,
      sign: 'notifiedFirst',
      ...targets.declaration(each.subject),
      because: targets.chain(each.because),
    }),
    t`Nothing asks to be notified.`,
  );
}

function destroyed({ model, doomed, order, vetoes }: Plan, targets: Targets): ReportList {
  const explained = new Map<EntityId, Explained>(doomed.map((each) => [each.entity, each]));
  const places = order.layers.flatMap((layer, place) => layer.map((entity) => ({ entity, step: place + 1 })));
  return list(vetoes.length > 0 ? planHeadings.wouldEnd : planHeadings.destroyed, places, ({ entity, step }) => ({
    text: targets.nameOf(entity),
    detail: itemAt(model.entities, entity).kind,
    step,
    sign: 'destroyed',
    ...targets.declaration(entity),
    because: targets.chain(explained.get(entity)?.because ?? []),
  }));
}

const explainedItem = (each: Explained, targets: Targets, sign?: ReportSign): ReportItem => ({
  text: targets.nameOf(each.entity),
  ...(sign !== undefined && { sign }),
  ...targets.declaration(each.entity),
  because: targets.chain(each.because),
});

const survivors = (title: string, sign: ReportSign, hit: readonly Explained[], targets: Targets): ReportList =>
  list(title, hit, (each) => explainedItem(each, targets, sign));

const foundSo = ({ already }: Plan, targets: Targets): readonly ReportList[] => [
  survivors(planHeadings.brokenAlready, 'broken', already.broken, targets),
  survivors(planHeadings.degradedAlready, 'degraded', already.degraded, targets),
  survivors(planHeadings.danglingAlready, 'dangling', already.dangling, targets),
];

function servers({ messages }: Plan, targets: Targets): ReportList {
  return list(
    planHeadings.managers,
    messages,
    (each) => ({
      text: targets.nameOf(each.manager),
      detail:
        each.event === 'lost'
          ? t`${targets.nameOf(each.subject)} is lost`
          : t`${targets.nameOf(each.subject)} is freed${each.by === undefined ? '' : t` by ${targets.nameOf(each.by)}`}`,
      sign: 'notified',
      ...targets.declaration(each.manager),
      because: targets.chain(each.because),
    }),
    t`No manager has to be notified.`,
  );
}

function dropped({ order }: Plan, targets: Targets): ReportList {
  return list(planHeadings.dropped, order.dropped, ({ first, then, severity, fact, cycle }) => {
    const { target } = targets.fact(fact);
    return {
      text: t`${targets.nameOf(first)} before ${targets.nameOf(then)}`,
      detail: fact.text,
      sign: severity,
      ...(target !== undefined && { target }),
      because: targets.chain(cycle),
    };
  });
}

function held(plan: Plan, targets: Targets): ReportList {
  return list(planHeadings.held, plan.held, (each) => ({
    ...explainedItem(each, targets, 'held'),
    detail: heldWords({
      ...each,
      waitsFor: each.waitsFor.map(targets.nameOf),
      lostOperators: each.lostOperators?.map(targets.nameOf) ?? [],
    }),
  }));
}

const lateAndSpared = ({ anyway, later, spared }: Plan, targets: Targets): readonly ReportList[] => [
  list(planHeadings.anyway, anyway, (each) => explainedItem(each, targets, 'later')),
  list(planHeadings.later, later, (each) => explainedItem(each, targets, 'later')),
  list(planHeadings.spared, spared, (each) => explainedItem(each, targets, 'spared')),
];
