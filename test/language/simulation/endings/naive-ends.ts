/**
 * A naive judge of sequences of ends, written from the reference page alone: what is alive and what is doomed after each
 * step. It goes through everything again and again until nothing changes, and remembers no more than the page says.
 */
import { type Mode, NaiveWorld, type Step, type Thing, type Tie } from './naive-world.ts';

type How = 'destroy' | 'collect' | Mode;

const marks = new Set(['foregroundDeletion', 'orphan']);
const delay = 1;

export class NaiveEnds extends NaiveWorld {
  /** What has been reached, to be counted. */
  readonly seen = new Set<string>();
  readonly #how = new Map<string, How>();
  readonly #orphaning = new Set<string>();
  /** What each end has doomed together. */
  readonly #together: Set<string>[] = [];
  readonly #finalizers = new Map<string, readonly string[]>();
  readonly #due = new Map<string, number>();
  #now = 0;

  constructor(things: readonly Thing[], ties: readonly Tie[]) {
    super(things, ties);
    for (const { name, finalizers } of things) this.#finalizers.set(name, finalizers ?? []);
    this.#settle();
  }

  /** Does a step; returns false if nothing can come of it, and undefined if it makes no sense. */
  does(step: Step): boolean | undefined {
    switch (step.does) {
      case 'destroy':
        return this.#ends(step.of, 'destroy');
      case 'delete':
        return this.#ends(step.of, 'delete', step.mode);
      case 'evict':
        return this.#ends(step.of, 'evict');
      case 'crash':
        return this.#crash(step.of);
      case 'remove':
        this.links = this.links.filter(
          (link) => !(['owns', 'refers'].includes(link.verb) && step.of.includes(link.target)),
        );
        break;
      case 'collect':
        this.#collect(step.moment);
        return true;
      case 'restart':
      case 'create':
        return this.#begin(step.of, step.does === 'restart');
      case 'link':
      case 'unlink':
        if (!this.changesTie(step.tie, step.does === 'link')) return undefined;
        break;
      case 'set':
        this.#finalizers.set(step.of, step.finalizers);
        break;
      case 'run':
        this.#run(step.seconds);
        return true;
    }
    this.#settle();
    return true;
  }

  /** Dooms an entity; a destruction goes on as one, and what a collection finds goes on as it began. */
  #doom(name: string, how: How, group: Set<string>): void {
    group.add(name);
    const before = this.#how.get(name);
    const isMode = how !== 'destroy' && how !== 'collect';
    const stays = before === how || before === 'destroy' || (isMode && before === 'collect');
    if (before !== undefined && how !== before) this.seen.add(`${before}, then ${how}`);
    if (stays) return;
    if (how === 'orphan') this.#orphaning.add(name);
    else this.#orphaning.delete(name);
    this.#how.set(name, how);
    this.doomed.add(name);
  }

  /** Destroys entities, with all that ends with them. */
  #closure(names: readonly string[], group: Set<string>): void {
    const left = [...names];
    const seen = new Set<string>();
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (seen.has(name) || !this.alive.has(name)) continue;
      seen.add(name);
      this.#doom(name, 'destroy', group);
      left.push(...this.partsOf(name), ...this.followers('stops with', name), ...this.followers('dies with', name));
    }
  }

  #ends(names: readonly string[], what: 'destroy' | 'delete' | 'evict', mode?: Mode): boolean {
    const living = names.filter((name) => this.alive.has(name));
    const group = this.#newGroup();
    for (const name of living)
      if (what === 'delete' || (what === 'evict' && this.kindOf(name) === 'object')) this.#delete(name, mode, group);
      else this.#closure([name], group);
    this.#settle();
    return living.length === names.length;
  }

  #delete(name: string, mode: Mode | undefined, group: Set<string>): void {
    const begun = this.#how.get(name);
    const finalizers = this.#finalizers.get(name) ?? [];
    const own = finalizers.includes('orphan') ? 'orphan' : finalizers.includes('foregroundDeletion') ? 'foreground' : undefined; // oxfmt-ignore
    const going = begun === 'destroy' || begun === 'collect' ? undefined : begun;
    this.#doom(name, mode ?? going ?? own ?? 'background', group);
  }

  /** What cannot end yet: what waits itself, and what hosts, owns or manages that, if it ends in the same step. */
  #held(): Set<string> {
    const held = new Set([...this.#how.keys()].filter((name) => this.waits(name) || this.#isBlocked(name)));
    for (let before = -1; before !== held.size;) {
      before = held.size;
      for (const [name, how] of this.#how) {
        if (how !== 'destroy' && how !== 'collect') continue;
        const parts = this.partsOf(name).filter((part) => held.has(part) && !this.#isDeleted(part));
        if (this.#together.some((group) => group.has(name) && parts.some((part) => group.has(part)))) held.add(name);
      }
    }
    return held;
  }

  #isDeleted(name: string): boolean {
    const how = this.#how.get(name);
    return how !== undefined && how !== 'destroy' && how !== 'collect';
  }

  /** Whether something holds up a deletion. */
  #isBlocked(name: string): boolean {
    if (!this.#isDeleted(name)) return false;
    if ((this.#finalizers.get(name) ?? []).some((word) => !marks.has(word))) return true;
    return this.#how.get(name) === 'foreground' && this.blockers(name).length > 0;
  }

  #end(name: string): void {
    this.alive.delete(name);
    this.ended.add(name);
    this.#how.delete(name);
    for (const group of this.#together) group.delete(name);
  }

  /** Everything that ends with something doomed is doomed too. */
  #spread(): boolean {
    const before = JSON.stringify([...this.#how]);
    for (const [name, how] of [...this.#how]) {
      const followers = this.followers('stops with', name);
      if (how === 'destroy') this.#closure([name], this.#groupOf(name));
      else if (how === 'collect') this.#closure(followers, this.#groupOf(name));
      else {
        for (const each of followers) {
          const isObject = this.kindOf(each) === 'object';
          if (!isObject) this.#closure([each], this.#groupOf(name));
          else if (!this.#how.has(each)) this.#doom(each, how, this.#groupOf(name));
        }
        if (how === 'foreground') this.#deleteDependents(name);
      }
    }
    return before !== JSON.stringify([...this.#how]);
  }

  #groupOf(name: string): Set<string> {
    const found = this.#together.findLast((group) => group.has(name));
    if (found !== undefined) return found;
    return this.#newGroup().add(name);
  }

  #newGroup(): Set<string> {
    const made = new Set<string>();
    this.#together.push(made);
    return made;
  }

  /** Whether an owner of an object lives, and is not deleted in the foreground. */
  #isFirm(name: string): boolean {
    return this.owners(name).live.some((owner) => this.#how.get(owner) !== 'foreground');
  }

  #deleteDependents(owner: string): void {
    for (const name of this.targets('owns', owner)) {
      if (this.#how.has(name) || this.#isFirm(name)) continue;
      this.#doom(name, this.targets('owns', name).length > 0 ? 'foreground' : 'background', new Set());
    }
  }

  /** What stays because of a solid owner no longer belongs to one that waits. */
  #release(): boolean {
    const before = this.links.length;
    this.links = this.links.filter(
      (each) =>
        !(
          each.verb === 'owns' &&
          this.isLink(each) &&
          this.#how.get(each.source) === 'foreground' &&
          !this.#how.has(each.target) &&
          this.#isFirm(each.target)
        ),
    );
    return before !== this.links.length;
  }

  #endFree(stays: (name: string) => boolean): boolean {
    // An orphaning drops what it owns by then.
    this.links = this.links.filter((each) => each.verb !== 'owns' || !this.#orphaning.has(each.source));
    this.#orphaning.clear();
    const ended: string[] = [];
    for (;;) {
      const held = this.#held();
      const free = [...this.#how.keys()].filter((name) => !stays(name) && !held.has(name));
      if (free.length === 0) break;
      for (const name of free) this.#end(name);
      ended.push(...free);
    }
    // What dies with those is doomed in turn.
    for (const name of ended) this.#closure(this.followers('dies with', name), this.#newGroup());
    return ended.length > 0;
  }

  #settle(stays: (name: string) => boolean = () => false): void {
    while (this.#spread() || this.#release() || this.#endFree(stays));
    for (const { name, kind } of this.things.values()) {
      if (kind !== 'object' || !this.isLost(name)) this.#due.delete(name);
      else if (!this.#due.has(name)) this.#due.set(name, this.#now + delay);
    }
  }

  #run(seconds: number): void {
    const until = this.#now + seconds;
    for (;;) {
      const due = [...this.#due].filter(([, at]) => at <= until).sort(([, a], [, b]) => a - b);
      const [first] = due;
      if (first === undefined) break;
      this.#now = first[1];
      // Once deleted, it is not found again.
      this.#due.set(first[0], Infinity);
      if (this.#how.has(first[0])) continue;
      this.seen.add('deleted after its owners');
      this.#ends([first[0]], 'delete');
    }
    this.#now = until;
  }

  #crash(names: readonly string[]): boolean {
    const living = names.filter((name) => this.alive.has(name) && ['pd', 'node'].includes(this.kindOf(name) ?? ''));
    const gone = new Set<string>();
    const left = [...living];
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (gone.has(name)) continue;
      gone.add(name);
      const nested = [...this.alive].filter((each) => this.things.get(each)?.parent === name);
      left.push(...nested, ...this.targets('manages', name), ...this.followers('dies with', name));
    }
    for (const name of gone) this.#end(name);
    this.#settle();
    return living.length === names.length;
  }

  #collect(moment: 'before' | 'demand' | 'after'): void {
    const before = new Set(this.#how.keys());
    const earlier = (name: string): boolean => before.has(name) && this.#how.get(name) !== 'collect';
    for (;;) {
      const kept = this.kept(moment);
      const lost = [...this.alive].filter((name) => this.kindOf(name) === 'object' && !kept.has(name));
      const found = lost.filter((name) => !['destroy', 'collect'].includes(this.#how.get(name) ?? ''));
      if (found.length === 0) break;
      const group = this.#newGroup();
      for (const name of lost) this.#doom(name, 'collect', group);
      for (const name of lost) this.#closure(this.followers('dies with', name), group);
      this.#settle(earlier);
    }
    this.#settle();
  }

  #begin(names: readonly string[], isRestart: boolean): boolean {
    let isDone = true;
    for (const name of names) {
      // A restart undoes an end.
      if (this.alive.has(name) || !this.canLive(name) || (isRestart && !this.ended.has(name))) {
        isDone = false;
        continue;
      }
      const born = new Set<string>();
      this.bear(name, isRestart, born);
      this.makeTies(born);
      this.#settle();
    }
    return isDone;
  }
}
