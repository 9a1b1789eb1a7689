/**
 * The reports of a start and of a recovery: what comes to life in which order, and what each waits for, with its reason.
 */
import type { Recovery } from '../../analysis/plan/recovery.ts';
import type { StartPlan, StartStep } from '../../analysis/plan/start-plan.ts';
import type { Explained } from '../../model/fact.ts';
import { entityName, entityOf } from '../../model/model.ts';
import type { Report, ReportItem, ReportList, ReportSign } from './report.ts';
import type { AnyStart } from './start-overlay.ts';
import { startTimeline } from './start-timeline.ts';
import { collectTargets, type ReportedModel, type Targets } from './targets.ts';
import { t } from '../../model/common/translation.ts';

/** The headings, the same on the command line and in reports. */
export const startHeadings = {
  lost: t`Destroyed by the crash`,
  ended: t`Restarted too: these have lost something`,
  along: t`Go with these`,
  actions: t`Actions, in order (same number: in parallel)`,
  links: t`Linked at the end`,
  started: t`Started, in order (same number: in parallel)`,
  waits: t`What comes back, in order (same number: in parallel)`,
  cycles: t`Cycles: these wait for each other`,
  stopped: t`Stopped by the start`,
  again: t`Started again after that: a running unit upholds it`,
  conflicts: t`To start and to stop: systemd drops one of the two, or refuses`,
  stuck: t`Never starts`,
  yielded: t`Soft needs that give way, each with its cycle`,
  broken: t`Broken even then`,
  degraded: t`Degraded even then`,
  dangling: t`Dangling even then`,
} as const;

/** The most items in a list; the command line shows all. */
const itemsShown = 1000;

/** Returns the report of a start, or of a recovery from a crash under a policy. */
export const anyStartReport = (plan: AnyStart, sources: ReportedModel['sources'], policy = 'default'): Report =>
  'named' in plan ? recoveryReport(plan, policy, sources) : startReport(plan, sources);

/** Returns the report of a start. */
function startReport(plan: StartPlan, sources: ReportedModel['sources']): Report {
  const { model, target } = plan;
  const targets = collectTargets({ model, sources });
  const what = target === undefined ? t`everything` : entityName(model, target);
  const count = plan.layers.flat().length;
  return {
    title: t`Plan for the start of ${what}`,
    about: [t`${count} started in ${plan.layers.length} ${plan.layers.length === 1 ? t`layer` : t`layers`}.`],
    legend: [],
    sections: [
      startTimeline(plan, targets),
      steps(startHeadings.started, plan, targets),
      ...stops(plan, targets),
      ...rest(plan, targets),
    ],
    targets: targets.list,
  };
}

/** Returns the report of a recovery from a crash. */
function recoveryReport(plan: Recovery, policy: string, sources: ReportedModel['sources']): Report {
  const { model, named, destroyed, ended, along: taken, actions, links } = plan;
  const targets = collectTargets({ model, sources });
  const names = named.map(targets.nameOf).join(', ');
  const acting = actions.flatMap((layer, place) =>
    layer.map(({ kind, entity, brings }): ReportItem => {
      const along = brings.filter((id) => id !== entity).map(targets.nameOf);
      return {
        text: targets.nameOf(entity),
        detail: along.length === 0 ? kind : t`${kind}, with ${along.join(', ')}`,
        step: place + 1,
        ...targets.declaration(entity),
        because: [],
      };
    }),
  );
  const linked = links.map((fact): ReportItem => ({ text: fact.text, because: [targets.fact(fact)] }));
  const gone = destroyed.map((entity) => ({ entity, because: [] }));
  return {
    title: t`Plan for the recovery from the crash of ${names}`,
    about: [
      t`Under the policy ${policy}: ${destroyed.length} destroyed, ${acting.length} actions in ${actions.length} steps.`,
    ],
    legend: [],
    sections: [
      startTimeline(plan, targets),
      explained(startHeadings.lost, gone, targets, 'destroyed'),
      ...some(explained(startHeadings.ended, ended, targets, 'degraded')),
      ...some(explained(startHeadings.along, taken, targets, 'destroyed')),
      list(startHeadings.actions, acting),
      ...some(list(startHeadings.links, linked)),
      steps(startHeadings.waits, plan, targets),
      ...rest(plan, targets),
      ...some(explained(startHeadings.dangling, plan.dangling, targets, 'dangling')),
    ],
    targets: targets.list,
  };
}

const some = (section: ReportList): ReportList[] => (section.items.length > 0 ? [section] : []);

function list(title: string, items: readonly ReportItem[]): ReportList {
  const more = items.length - itemsShown;
  const note = more > 0 ? { note: t`${more} more are omitted; the command line lists all.` } : {};
  return { kind: 'list', title, items: items.slice(0, itemsShown), empty: t`Nothing.`, ...note };
}

function steps(title: string, plan: Pick<StartPlan, 'model' | 'layers'>, targets: Targets): ReportList {
  const item = ({ entity, wanted, waits }: StartStep, place: number): ReportItem => {
    const others = waits.map(({ on, least, among }) =>
      among > least ? t`${targets.nameOf(on)} (${least} of ${among})` : targets.nameOf(on),
    );
    const { kind } = entityOf(plan.model, entity);
    return {
      text: targets.nameOf(entity),
      detail: others.length === 0 ? kind : t`${kind}, after ${[...new Set(others)].join(', ')}`,
      step: place + 1,
      ...targets.declaration(entity),
      because: targets.chain([...wanted, ...waits.flatMap(({ because }) => because)]),
    };
  };
  return list(title, plan.layers.flatMap((layer, place) => layer.map((step) => item(step, place)))); // oxfmt-ignore
}

const stops = ({ stops: { stopped, again, conflicts } }: StartPlan, targets: Targets): ReportList[] =>
  [
    explained(startHeadings.stopped, stopped, targets, 'destroyed'),
    explained(startHeadings.again, again, targets),
    explained(startHeadings.conflicts, conflicts, targets, 'error'),
  ].flatMap(some);

const explained = (title: string, all: readonly Explained[], targets: Targets, sign?: ReportSign): ReportList =>
  list(
    title,
    all.map(({ entity, because }) => ({
      text: targets.nameOf(entity),
      ...(sign !== undefined && { sign }),
      ...targets.declaration(entity),
      because: targets.chain(because),
    })),
  );

function rest(plan: Omit<StartPlan, 'target' | 'stops'>, targets: Targets): ReportList[] {
  const cycles = plan.cycles.map(({ entities, because }): ReportItem => ({
    text: entities.map(targets.nameOf).join(', '),
    sign: 'error',
    because: targets.chain(because),
  }));
  const yielded = plan.yielded.map(({ subject, other, cycle }): ReportItem => ({
    text: t`${targets.nameOf(subject)} after ${targets.nameOf(other)}`,
    sign: 'information',
    because: targets.chain(cycle),
  }));
  return [
    list(startHeadings.cycles, cycles),
    explained(startHeadings.stuck, plan.stuck, targets, 'error'),
    list(startHeadings.yielded, yielded),
    explained(startHeadings.broken, plan.broken, targets, 'broken'),
    explained(startHeadings.degraded, plan.degraded, targets, 'degraded'),
  ].flatMap(some);
}
