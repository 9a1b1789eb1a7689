/**
 * The plan of a start or a recovery, by name: the single source of its text and JSON.
 */
import type { Recovery } from '../../../../language/src/analysis/plan/recovery.ts';
import type { StartPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import type { EntityId, EntityKind } from '../../../../language/src/model/entity-kind.ts';
import type { Explained, Fact } from '../../../../language/src/model/fact.ts';
import { entityName, entityOf } from '../../../../language/src/model/model.ts';
import type { OpenedModel } from '../files/open-models.ts';
import type { Because } from './plan-report.ts';
import { type ReportedFact, reportFacts } from './reported-facts.ts';

type Named = Because<{ readonly name: string }>;

/** An entity that a step waits for; `least` of the `among` that share a number are enough. */
export type ReportedWait = Because<{ readonly name: string; readonly least?: number; readonly among?: number }>;

/** The plan of a start. */
export interface StartReport {
  readonly request: { readonly kind: 'start' | 'recover'; readonly targets: readonly string[] };
  /** The entities of `layers[i]` come to life in parallel, after all earlier ones. */
  readonly layers: readonly (readonly string[])[];
  /** In the order of the layers. */
  readonly steps: readonly {
    readonly name: string;
    readonly kind: EntityKind;
    /** Why it starts along, where no wait says so. */
    readonly because?: readonly ReportedFact[];
    readonly waits: readonly ReportedWait[];
  }[];
  /** The running units that the start stops, those of them that come back, and what it would start and stop. */
  readonly stopped?: readonly Named[];
  readonly again?: readonly Named[];
  readonly conflicts?: readonly Named[];
  readonly yielded: readonly {
    readonly name: string;
    readonly other: string;
    readonly cycle: readonly ReportedFact[];
  }[];
  readonly cycles: readonly { readonly names: readonly string[]; readonly because: readonly ReportedFact[] }[];
  readonly stuck: readonly Named[];
  readonly broken: readonly Named[];
  readonly degraded: readonly Named[];
}

/** The plan of a recovery. */
export interface RecoveryReport extends StartReport {
  readonly crashed: readonly string[];
  readonly destroyed: readonly string[];
  readonly ended: readonly Named[];
  /** The entities that go with these. */
  readonly along: readonly Named[];
  readonly actions: readonly (readonly {
    readonly action: 'restart' | 'create';
    readonly name: string;
    readonly brings: readonly string[];
  }[])[];
  readonly links: readonly ReportedFact[];
  readonly dangling: readonly Named[];
}

interface Wanted {
  readonly isBrief: boolean;
}

/** Returns the plan of a start in reported form; `isBrief` omits reasons. */
export function reportStart(opened: OpenedModel, plan: StartPlan, { isBrief }: Wanted): StartReport {
  const targets = plan.target === undefined ? [] : [entityName(opened.model, plan.target)];
  const { stopped, again, conflicts } = plan.stops;
  return {
    request: { kind: 'start', targets },
    ...common(opened, plan, isBrief),
    ...(stopped.length > 0 && { stopped: named(opened, stopped, isBrief) }),
    ...(again.length > 0 && { again: named(opened, again, isBrief) }),
    ...(conflicts.length > 0 && { conflicts: named(opened, conflicts, isBrief) }),
  };
}

/** Returns the plan of a recovery in reported form. */
export function reportRecovery(opened: OpenedModel, plan: Recovery, { isBrief }: Wanted): RecoveryReport {
  const name = (id: EntityId): string => entityName(opened.model, id);
  const crashed = plan.crashed.map(name);
  return {
    request: { kind: 'recover', targets: plan.named.map(name) },
    crashed,
    destroyed: plan.destroyed.map(name),
    ended: named(opened, plan.ended, isBrief),
    along: named(opened, plan.along, isBrief),
    actions: plan.actions.map((layer) =>
      layer.map(({ kind, entity, brings }) => ({ action: kind, name: name(entity), brings: brings.map(name) })),
    ),
    links: reportFacts(opened, plan.links),
    ...common(opened, plan, isBrief),
    dangling: named(opened, plan.dangling, isBrief),
  };
}

const why = (opened: OpenedModel, because: readonly Fact[], isBrief: boolean): Because<object> =>
  isBrief ? {} : { because: reportFacts(opened, because) };

const named = (opened: OpenedModel, list: readonly Explained[], isBrief: boolean): Named[] =>
  list.map(({ entity, because }) => ({ name: entityName(opened.model, entity), ...why(opened, because, isBrief) }));

function common(
  opened: OpenedModel,
  plan: Omit<StartPlan, 'target' | 'stops'>,
  isBrief: boolean,
): Omit<StartReport, 'request'> {
  const { model } = opened;
  const name = (id: EntityId): string => entityName(model, id);
  return {
    layers: plan.layers.map((layer) => layer.map(({ entity }) => name(entity))),
    steps: plan.layers.flat().map(({ entity, wanted, waits }) => ({
      name: name(entity),
      kind: entityOf(model, entity).kind,
      ...(wanted.length > 0 ? why(opened, wanted, isBrief) : {}),
      waits: waits.map(({ on, because, least, among }) => ({
        name: name(on),
        ...(among > least ? { least, among } : {}),
        ...why(opened, because, isBrief),
      })),
    })),
    yielded: plan.yielded.map(({ subject, other, cycle }) => ({
      name: name(subject),
      other: name(other),
      cycle: reportFacts(opened, cycle),
    })),
    cycles: plan.cycles.map(({ entities, because }) => ({
      names: entities.map(name),
      because: reportFacts(opened, because),
    })),
    stuck: named(opened, plan.stuck, isBrief),
    broken: named(opened, plan.broken, isBrief),
    degraded: named(opened, plan.degraded, isBrief),
  };
}
