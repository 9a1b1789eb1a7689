/**
 * Needs in the world of the second executor, written from the language reference: each asks for a number of living,
 * unbroken targets; what is broken is found by passes that go on until nothing changes.
 */
import { type Bond, isAlive, type Scene } from './world.ts';

type Place = Pick<Scene, 'model' | 'world'>;

interface Need {
  readonly source: number;
  /** `soft`, `start`, or nothing. */
  readonly strength: string | null;
  readonly least: number;
  readonly targets: readonly number[];
}

/** Returns the needs that hold by name now: a bond alone, or all that a number joins. */
function needsIn({ world }: Place): Need[] {
  const bonds = world.bonds.filter(({ kind }) => kind === 'needs');
  const isJoined = (one: Bond, other: Bond): boolean =>
    one === other || (one.source === other.source && one.key !== null && one.key === other.key);
  return bonds
    .filter((bond) => bonds.find((other) => isJoined(bond, other)) === bond)
    .map((bond) => {
      const targets = bonds.filter((other) => isJoined(bond, other)).map(({ target }) => target);
      return { source: bond.source, strength: bond.as, targets, least: Math.min(bond.least ?? 1, targets.length) };
    });
}

type Lives = (id: number) => boolean;

const isUnmet = ({ targets, least }: Need, lives: Lives, broken: ReadonlySet<number>): boolean =>
  targets.filter((id) => lives(id) && !broken.has(id)).length < least;

function brokenIn(place: Place, lives: Lives): Set<number> {
  const broken = new Set<number>();
  const hard = needsIn(place).filter(({ strength }) => strength === null || strength === 'call');
  for (let before = -1; before !== broken.size;) {
    before = broken.size;
    for (const need of hard) if (lives(need.source) && isUnmet(need, lives, broken)) broken.add(need.source);
  }
  return broken;
}

/** Returns true if something alive lacks what it needs, not only softly. */
export const isBroken = (place: Place, id: number): boolean => brokenIn(place, (each) => isAlive(place, each)).has(id);

/** Returns true if something alive is in a call that nothing answers. */
export function isBlocked(place: Place, id: number): boolean {
  const lives = (each: number): boolean => isAlive(place, each);
  const broken = brokenIn(place, lives);
  return needsIn(place).some(
    (need) => need.source === id && lives(id) && need.strength === 'call' && isUnmet(need, lives, broken),
  );
}

/** Returns true if a soft need of something alive is unmet. */
export function lacksSoftly(place: Place, id: number): boolean {
  const lives = (each: number): boolean => isAlive(place, each);
  const broken = brokenIn(place, lives);
  return needsIn(place).some(
    (need) => need.source === id && lives(id) && need.strength === 'soft' && isUnmet(need, lives, broken),
  );
}

/** Returns true if something lacks what it needs to start, where `also` is alive too. */
export function lacksNeed(place: Place, id: number, also: ReadonlySet<number>): boolean {
  const lives = (each: number): boolean => isAlive(place, each) || also.has(each);
  const broken = brokenIn(place, lives);
  return needsIn(place).some((need) => need.source === id && need.strength === 'start' && isUnmet(need, lives, broken));
}

/** Counts the needs that matter in a world: the unmet, and those that a number keeps met although a target is gone. */
export function noteNeeds(place: Place & Pick<Scene, 'reach'>): void {
  const lives = (each: number): boolean => isAlive(place, each);
  const broken = brokenIn(place, lives);
  for (const need of needsIn(place)) {
    const isLeft = lives(need.source) && need.strength !== 'start';
    if (!isLeft) continue;
    const isShort = isUnmet(need, lives, broken);
    if (isShort) place.reach(need.strength === 'soft' ? 'soft need unmet' : 'need unmet');
    if (need.targets.length === 1) continue;
    if (isShort) place.reach('need of a number unmet');
    else if (!need.targets.every(lives)) place.reach('need of a number that spares one');
  }
}
