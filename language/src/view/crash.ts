/**
 * What a crash does to each entity, for a picture: one status, everything that happens to it, and
 * the reason chain of each with the places where its facts are written. What a crash does is
 * computed elsewhere; this only turns it into plain records.
 */
import type { EntityId } from '../model/entity-kind.ts';
import type { Explained, Fact } from '../model/fact.ts';
import { entitySpan, relationSpan, type Model, type Sources } from '../model/model.ts';
import type { Span } from '../model/span.ts';

/** What can happen to an entity, the gravest first. */
export const crashEffects = ['destroyed', 'broken', 'degraded', 'dangling', 'notified'] as const;
export type CrashEffectKind = (typeof crashEffects)[number];

/** One link of a reason chain, with where it is written. */
export interface Reason {
  readonly text: string;
  readonly span?: Span;
}

/** One thing that happens to an entity, and why: from the cause to the effect. */
export interface CrashEffect {
  readonly kind: CrashEffectKind;
  /** How far it is from the crash, in steps, for what is destroyed. */
  readonly distance?: number;
  readonly because: readonly Reason[];
}

/** Everything that happens to one entity, the gravest first. */
export interface CrashMark {
  /** The qualified name. */
  readonly name: string;
  readonly effects: readonly CrashEffect[];
}

/** What a crash does. Entities without a mark are untouched. */
export interface CrashView {
  readonly pd: string;
  readonly policy: string;
  /** In declaration order. */
  readonly marks: readonly CrashMark[];
}

/** What a crash cleanup yields, as far as a picture shows it. */
export interface CrashResult {
  readonly destroyed: readonly (Explained & { readonly distance: number })[];
  readonly broken: readonly Explained[];
  readonly degraded: readonly Explained[];
  readonly dangling: readonly Explained[];
  /** The managers that are told, once for each resource or space. */
  readonly notified: readonly { readonly manager: EntityId; readonly because: readonly Fact[] }[];
}

/** Returns what each entity suffers from the crash of `pd` under `policy`. */
export function crashView(
  model: Model,
  sources: Sources,
  crash: { readonly pd: string; readonly policy: string; readonly result: CrashResult },
): CrashView {
  const effects = new Map<number, CrashEffect[]>();
  for (const { entity, effect } of allEffects(sources, crash.result)) {
    const list = effects.get(entity);
    if (list === undefined) effects.set(entity, [effect]);
    else list.push(effect);
  }
  const marks = model.entities.flatMap(({ id, name }) => {
    const suffered = effects.get(id);
    return suffered === undefined ? [] : [{ name, effects: suffered }];
  });
  return { pd: crash.pd, policy: crash.policy, marks };
}

interface EntityEffect {
  readonly entity: EntityId;
  readonly effect: CrashEffect;
}

/** The gravest first, as in `crashEffects`. */
function allEffects(sources: Sources, result: CrashResult): readonly EntityEffect[] {
  const effectsOf = (kind: CrashEffectKind, explained: readonly Explained[]): readonly EntityEffect[] =>
    explained.map(({ entity, because }) => ({ entity, effect: { kind, because: reasonsOf(sources, because) } }));
  return [
    ...result.destroyed.map(({ entity, distance, because }) => ({
      entity,
      effect: { kind: 'destroyed' as const, distance, because: reasonsOf(sources, because) },
    })),
    ...effectsOf('broken', result.broken),
    ...effectsOf('degraded', result.degraded),
    ...effectsOf('dangling', result.dangling),
    ...effectsOf(
      'notified',
      result.notified.map(({ manager, because }) => ({ entity: manager, because })),
    ),
  ];
}

const reasonsOf = (sources: Sources, because: readonly Fact[]): readonly Reason[] =>
  because.map((fact) => reasonOf(sources, fact));

function reasonOf(sources: Sources, { text, relation, entity }: Fact): Reason {
  if (relation !== undefined) return { text, span: relationSpan(sources, relation) };
  if (entity !== undefined) return { text, span: entitySpan(sources, entity) };
  return { text };
}
