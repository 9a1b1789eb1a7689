/**
 * Random questions that all interfaces answer: a model as text, a crash under a policy, and two entities whose fate and
 * order are compared. Relations of all kinds are drawn, including those from and to absent entities.
 */
import fc from 'fast-check';
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { canRelate } from '../../../language/src/analysis/facts/legal-ends.ts';
import { entityOf, type Model } from '../../../language/src/model/model.ts';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import { manyParts, thresholdPolicy, type Parts } from '../../language/analysis/random-model.ts';
import { makeModel } from '../../language/build-model.ts';

/** The ways in which a reference may keep its target. */
export const usages: readonly string[] = ['in', 'runtime', 'local'];

const strengths: readonly string[] = ['soft', 'start'];

export interface Question {
  readonly model: Model;
  readonly text: string;
  /** Qualified names. */
  readonly crashed: string;
  readonly first: string;
  readonly second: string;
  readonly policy: string;
}

/** Which entities are ending at the start: in a third of the models about every fourth one. */
export const doomedDraft: fc.Arbitrary<readonly boolean[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<boolean[]>([]) },
  fc.array(fc.nat(3).map((one) => one === 0), { minLength: 20, maxLength: 20 }), // oxfmt-ignore
);

/** Returns entities of which some are doomed; these are not absent. */
export const withDoomed = (entities: Parts['entities'], isDoomed: readonly boolean[]): Parts['entities'] =>
  entities.map((entity, id) =>
    isDoomed[id] === true && entity.absent !== true ? { ...entity, doomed: true } : entity,
  );

const draft = fc.record({
  drawn: manyParts,
  policy: thresholdPolicy,
  isDefault: fc.boolean(),
  crashed: fc.nat(1000),
  first: fc.nat(1000),
  second: fc.nat(1000),
});

/** Random questions; nothing for a model in which nothing can crash, or with fewer than two entities. */
export const questions: fc.Arbitrary<Question | undefined> = draft.map((drawn) => questionFrom(drawn, []));

/** The same, about models of which some have entities that are ending at the start. */
export const questionsWithDoomed: fc.Arbitrary<Question | undefined> = fc
  .tuple(draft, doomedDraft)
  .map(([drawn, isDoomed]) => questionFrom(drawn, isDoomed));

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function questionFrom(
  { drawn, policy, isDefault, crashed, first, second }: Draft,
  isDoomed: readonly boolean[],
): Question | undefined {
  const named: Policy = { ...policy, name: isDefault ? 'default' : 'chosen' };
  const { model } = legalModel({ ...drawn, entities: withDoomed(drawn.entities, isDoomed) }, [named]);
  const names = model.entities.map(({ name }) => name);
  const atStart = startOf(model).model.entities;
  const canCrash = atStart.filter(({ kind, absent }) => (kind === 'pd' || kind === 'node') && !absent);
  const who = canCrash[crashed % canCrash.length];
  const [one, other] = [names[first % names.length], names[second % names.length]];
  if (who === undefined || one === undefined || other === undefined || one === other) return undefined;
  return { model, text: printModel(model), crashed: who.name, first: one, second: other, policy: named.name };
}

/** Returns what can be written without errors: qualified names, legal ends, one manager for each space. */
export function legalModel({ entities, relations }: Parts, policies: readonly Policy[]): { readonly model: Model } {
  const names: string[] = [];
  const placed = entities.map(({ parent, ...entity }, id) => {
    const host = entity.kind === 'region' ? undefined : parent;
    names.push(host === undefined ? `${entity.kind}${String(id)}` : `${names[host] ?? ''}.${entity.kind}${String(id)}`);
    return { ...entity, parent: host, name: names[id] ?? '' };
  });
  const { model } = makeModel(placed, []);
  const managed = new Set<number>();
  const seen = new Set<string>();
  const legal = relations.filter(({ kind, source, target, quorum }) => {
    const key = `${kind} ${String(source)} ${String(target)} ${String(quorum?.key)}`;
    const isSecond = seen.has(key) || (kind === 'manages' && managed.has(target)) || source === target;
    if (isSecond || !canRelate(kind, entityOf(model, source), entityOf(model, target))) return false;
    seen.add(key);
    if (kind === 'manages') managed.add(target);
    return true;
  });
  // An object in an object is owned by it.
  const nested = placed.flatMap(({ kind, parent }, id) =>
    kind === 'object' && parent !== undefined && placed[parent]?.kind === 'object'
      ? [{ kind: 'owns' as const, source: parent, target: id, nested: true }]
      : [],
  );
  const said = legal.map(({ as = '', quorum, ...each }) => {
    const members = legal.filter((other) => quorum !== undefined && other.quorum?.key === quorum.key);
    const joined = quorum && { quorum: { ...quorum, least: Math.min(quorum.least, members.length) } };
    if (each.kind === 'needs') return { ...each, ...joined, as: strengths.includes(as) ? as : undefined };
    const hasWord =
      each.kind === 'refers'
        ? usages.includes(as)
        : each.kind === 'requests' && entityOf(model, each.target).kind === 'pd';
    return { ...each, as: hasWord && as !== '' ? as : undefined };
  });
  return makeModel(placed, [...nested, ...said], policies);
}
