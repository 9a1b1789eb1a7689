/**
 * Needs: each is one relation, or the several that a number joins. Answers which are unmet, and who is broken by it,
 * as a least fixpoint: what needs each other is broken only if something outside lets it down.
 */
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Relation } from '../../model/relation.ts';
import { wordList } from '../../model/common/word-list.ts';
import { callWord, relationFact } from './facts.ts';
import type { RelatedEntities, RelationIndex } from './relation-index.ts';
import { entityOf } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** `soft` only degrades; `start` is asked only when the subject comes to life. */
export type Strength = 'hard' | 'soft' | 'start';

/** The part of a relation that makes a need: a declared relation, or a link of a run. */
export type NeedPart = Pick<Relation, 'source' | 'target' | 'as' | 'quorum'>;

/** One need: `least` of its members must be alive and not broken. */
export interface Need<Part extends NeedPart = Relation> {
  readonly source: EntityId;
  readonly strength: Strength;
  /** True if its subject is in a call to the target: without an answer it is blocked. */
  readonly isCall: boolean;
  readonly least: number;
  /** One for each target, in declaration order. */
  readonly members: readonly Part[];
}

/** Groups `needs` relations into needs, in the order of their first relations. Cost: O(relations). */
export function groupNeeds<Part extends NeedPart>(parts: readonly Part[]): Need<Part>[] {
  const joined = new Map<string, Part[]>();
  const lists = parts.flatMap((part) => {
    if (part.quorum === undefined) return [[part]];
    const key = `${String(part.source)} ${String(part.quorum.key)}`;
    const known = joined.get(key);
    if (known !== undefined) {
      known.push(part);
      return [];
    }
    const list = [part];
    joined.set(key, list);
    return [list];
  });
  return lists.flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { source, as, quorum } = first;
    // Where a run has unlinked some, at most what is left can be needed.
    const least = Math.min(quorum?.least ?? 1, members.length);
    return [{ source, strength: strengthOf(as), isCall: as === callWord, least, members }];
  });
}

const strengthOf = (as: string | undefined): Strength => (as === 'soft' || as === 'start' ? as : 'hard');

/** The situation in which needs are judged. */
export interface Situation {
  /** All targets that are gone after a number of facts. Default: what `factsUntilGone` says of each target. */
  readonly gone?: readonly EntityId[];
  /** The number of facts after which a target is known to be gone; undefined if it is there. */
  readonly factsUntilGone: (entity: EntityId) => number | undefined;
  /** Returns true for what counts as gone from the start, before anything that has a number of facts. */
  readonly isGoneBefore?: (entity: EntityId) => boolean;
  /** Returns true for what can become broken or degraded. */
  readonly canFail: (entity: EntityId) => boolean;
}

/** A need that is unmet, through the relation that was the last straw. */
export interface Unmet<Part extends NeedPart = Relation> {
  readonly need: Need<Part>;
  readonly by: Part;
  /** The number of facts of its reason. */
  readonly hops: number;
}

/** The unmet needs: the first by which each entity is broken, and the first soft one by which each is degraded. */
export interface Shortage<Part extends NeedPart = Relation> {
  readonly broken: ReadonlyMap<EntityId, Unmet<Part>>;
  readonly degraded: ReadonlyMap<EntityId, Unmet<Part>>;
  /** Of what is broken, what is in a call that nothing answers, whatever else it lacks. */
  readonly blocked: ReadonlySet<EntityId>;
}

/** One member of a need: the need and its number, and the number of the member in it. */
interface MemberOf<Part extends NeedPart> {
  readonly need: Need<Part>;
  readonly number: number;
  readonly place: number;
  readonly part: Part;
}

const members = new WeakMap<readonly Need<NeedPart>[], ReadonlyMap<EntityId, readonly MemberOf<NeedPart>[]>>();

/** Returns the members of needs by their targets, in order; found once for each list. */
function membersByTarget<Part extends NeedPart>(
  needs: readonly Need<Part>[],
): ReadonlyMap<EntityId, readonly MemberOf<Part>[]> {
  // The members of a list have the type of its parts.
  const known = members.get(needs) as ReadonlyMap<EntityId, readonly MemberOf<Part>[]> | undefined;
  if (known !== undefined) return known;
  const byTarget = new Map<EntityId, MemberOf<Part>[]>();
  for (const [number, need] of needs.entries()) {
    for (const [place, part] of need.members.entries()) append(byTarget, part.target, { need, number, place, part });
  }
  members.set(needs, byTarget);
  return byTarget;
}

/** Returns a function that counts the loss of a member, and returns true if with it a need is unmet. */
function countLosses({ isGoneBefore, canFail }: Situation): (member: MemberOf<NeedPart>) => boolean {
  const left = new Map<number, number>();
  return ({ need, number }) => {
    const { source, strength, least, members: all } = need;
    // What was broken before does not break once more; it may be degraded.
    const isOver = strength === 'hard' && isGoneBefore?.(source) === true;
    if (strength === 'start' || isOver || !canFail(source)) return false;
    // A member is lost once.
    if (all.length === 1) return least === 1;
    const count = left.get(number) ?? all.filter(({ target }) => isGoneBefore?.(target) !== true).length;
    left.set(number, count - 1);
    return count === least;
  };
}

/**
 * Returns the least fixpoint. Of several reasons the one with the fewest facts is kept, then the first in the order of
 * the relations. Cost: O(n log n) in the members of needs that are lost; once O(needs) for a list of needs.
 */
export function shortageOf<Part extends NeedPart>(needs: readonly Need<Part>[], situation: Situation): Shortage<Part> {
  const { gone, factsUntilGone, isGoneBefore } = situation;
  const byTarget = membersByTarget(needs);
  const isLastStraw = countLosses(situation);
  const first = [...(gone ?? byTarget.keys())].flatMap((target) => {
    const hops = factsUntilGone(target);
    if (hops === undefined || isGoneBefore?.(target) === true) return [];
    return (byTarget.get(target) ?? []).map((member) => ({ hops, member }));
  });
  first.sort((a, b) => a.hops - b.hops || a.member.number - b.member.number || a.member.place - b.member.place);
  const broken = new Map<EntityId, Unmet<Part>>();
  const degraded = new Map<EntityId, Unmet<Part>>();
  const blocked = new Set<EntityId>();
  const added: Unmet<Part>[] = [];
  const lose = (member: MemberOf<Part>, hops: number): void => {
    if (!isLastStraw(member)) return;
    const { need, part } = member;
    if (need.isCall) blocked.add(need.source);
    const found = need.strength === 'soft' ? degraded : broken;
    if (found.has(need.source)) return;
    const unmet = { need, by: part, hops: hops + 1 };
    found.set(need.source, unmet);
    if (found === broken) added.push(unmet);
  };
  for (let [one, other] = [0, 0]; one < first.length || other < added.length;) {
    const [seed, next] = [first[one], added[other]];
    if (seed !== undefined && (next === undefined || seed.hops <= next.hops)) {
      one += 1;
      lose(seed.member, seed.hops);
    } else if (next !== undefined) {
      other += 1;
      for (const member of byTarget.get(next.need.source) ?? []) lose(member, next.hops);
    }
  }
  return { broken, degraded, blocked };
}

/** Returns the needs of a model, grouped once for each index. */
export const needsOf = oncePer((index: RelationIndex): readonly Need[] => groupNeeds(index.all('needs')));

/** The parts of the reasons of unmet needs. */
export interface NeedReasons {
  readonly model: RelatedEntities;
  readonly shortage: Shortage;
  /** The facts of the end of what is gone. */
  readonly because: (gone: EntityId) => readonly Fact[];
  readonly isGone: (entity: EntityId) => boolean;
  readonly isBroken: (entity: EntityId) => boolean;
}

/** Returns the facts from the first cause to an unmet need. */
export function unmetFacts(unmet: Unmet, reasons: NeedReasons): Fact[] {
  const { shortage, because, isGone } = reasons;
  const chain: Unmet[] = [unmet];
  for (let last: Unmet | undefined = unmet; last !== undefined;) {
    last = isGone(last.by.target) ? undefined : shortage.broken.get(last.by.target);
    if (last !== undefined) chain.push(last);
  }
  const start = chain.at(-1)?.by.target;
  return [...(start === undefined ? [] : because(start)), ...chain.reverse().map((each) => needFact(each, reasons))];
}

function needFact({ need, by, hops }: Unmet, { model, shortage, isGone, isBroken }: NeedReasons): Fact {
  if (need.members.length === 1) return relationFact(model, by.id);
  const nameOf = (id: EntityId): string => entityOf(model, id).name;
  const targets = need.members.map(({ target }) => target);
  // What is broken only after this is no cause of it.
  const isBefore = (id: EntityId): boolean => (shortage.broken.get(id)?.hops ?? 0) < hops;
  const broken = targets.filter((id) => !isGone(id) && isBroken(id) && isBefore(id));
  return {
    text: unmetCountText(nameOf(need.source), need, targets.filter(isGone).map(nameOf), broken.map(nameOf)),
    relation: by.id,
  };
}

/** Writes an unmet need with a number: `2 of 3 are needed by "lb"; "api[0]" and "api[1]" are gone`. */
export function unmetCountText(
  subject: string,
  { least, members, strength }: Pick<Need<NeedPart>, 'least' | 'members' | 'strength'>,
  gone: readonly string[],
  broken: readonly string[],
): string {
  const soft = strength === 'soft' ? t` as soft` : '';
  const part = (names: readonly string[], word: string): string[] =>
    names.length === 0 ? [] : [`${list(names)} ${names.length === 1 ? 'is' : 'are'} ${word}`];
  const state = [...part(gone, 'gone'), ...part(broken, 'broken')].join(t` and `);
  const verb = least === 1 ? 'is' : 'are';
  return t`${String(least)} of ${String(members.length)} ${verb} needed by "${subject}"${soft}; ${state}`;
}

/** The most names that a fact lists; the rest is counted. */
const mostNames = 5;

function list(names: readonly string[]): string {
  const shown = names.slice(0, names.length > mostNames + 1 ? mostNames : names.length).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return wordList(rest === 0 ? shown : [...shown, t`${String(rest)} more`]);
}
