/** The world of a naive judge of ends: what is there, what lives, how it is related, and what hosts, owns and keeps what. */
export type Mode = 'foreground' | 'background' | 'orphan';

export interface Thing {
  readonly name: string;
  readonly kind: 'object' | 'pd' | 'node' | 'space' | 'resource';
  readonly parent?: string;
  readonly root?: boolean;
  readonly absent?: boolean;
  readonly protected?: boolean;
  readonly finalizers?: readonly string[];
}

export interface Tie {
  readonly verb: string;
  readonly source: string;
  readonly target: string;
  readonly as?: string;
  /** Of `protects 2 of …`. */
  readonly least?: number;
}

export type Step =
  | { readonly does: 'destroy' | 'evict' | 'remove' | 'crash' | 'restart' | 'create'; readonly of: readonly string[] }
  | { readonly does: 'delete'; readonly of: readonly string[]; readonly mode: Mode | undefined }
  | { readonly does: 'collect'; readonly moment: 'before' | 'demand' | 'after' }
  | { readonly does: 'link' | 'unlink'; readonly tie: Tie }
  | { readonly does: 'set'; readonly of: string; readonly finalizers: readonly string[] }
  | { readonly does: 'run'; readonly seconds: number };

/** A relation of a run; one that joins incarnations has theirs. */
export interface Link extends Tie {
  readonly sourceLife: number;
  readonly targetLife: number;
}

const binding = new Set(['owns', 'refers', 'holds', 'manages', 'requests', 'maps']);

export class NaiveWorld {
  readonly things: ReadonlyMap<string, Thing>;
  readonly alive = new Set<string>();
  readonly doomed = new Set<string>();
  protected links: Link[] = [];
  /** What has ended at least once. */
  protected readonly ended = new Set<string>();
  readonly #declared: readonly Tie[];
  readonly #life = new Map<string, number>();

  constructor(things: readonly Thing[], ties: readonly Tie[]) {
    this.things = new Map(things.map((thing) => [thing.name, thing]));
    // Nesting of objects declares ownership.
    const nested = things.flatMap(({ name, kind, parent }) =>
      kind === 'object' && parent !== undefined && this.kindOf(parent) === 'object'
        ? [{ verb: 'owns', source: parent, target: name }]
        : [],
    );
    this.#declared = [...nested, ...ties];
    for (const { name } of things) this.#life.set(name, 0);
    for (const { name } of things) if (!this.isAbsent(name)) this.alive.add(name);
    for (const tie of this.#declared)
      if (!binding.has(tie.verb)) this.links.push({ ...tie, sourceLife: 0, targetLife: 0 });
    this.makeTies(this.alive);
  }

  kindOf(name: string): Thing['kind'] | undefined {
    return this.things.get(name)?.kind;
  }

  protected isAbsent(name: string): boolean {
    const thing = this.things.get(name);
    return (
      thing !== undefined && (thing.absent === true || (thing.parent !== undefined && this.isAbsent(thing.parent)))
    );
  }

  protected lifeOf(name: string): number {
    return this.#life.get(name) ?? 0;
  }

  protected isLive(name: string, life: number): boolean {
    return this.alive.has(name) && this.lifeOf(name) === life;
  }

  /** Whether both ends of a relation live. */
  protected isLink({ verb, source, target, sourceLife, targetLife }: Link): boolean {
    if (!binding.has(verb)) return this.alive.has(source) && this.alive.has(target);
    return this.isLive(source, sourceLife) && this.isLive(target, targetLife);
  }

  protected targets(verb: string, source: string): string[] {
    return this.links.filter((each) => each.verb === verb && each.source === source && this.isLink(each)).map(({ target }) => target); // oxfmt-ignore
  }

  /** The declared relations that what comes to life carries. */
  protected makeTies(born: ReadonlySet<string>): void {
    for (const tie of this.#declared) {
      const { verb, source, target } = tie;
      if (!binding.has(verb)) continue;
      const [carrier, other] = verb === 'owns' ? [target, source] : [source, target];
      if (!born.has(carrier)) continue;
      if (!this.alive.has(other) && verb !== 'owns' && verb !== 'refers') continue;
      const lifeOf = (name: string): number => (this.alive.has(name) ? this.lifeOf(name) : -1);
      this.links.push({ ...tie, sourceLife: lifeOf(source), targetLife: lifeOf(target) });
    }
  }

  /** The owners of an object, as far as they live, and whether it has any at all. */
  protected owners(name: string): { live: string[]; any: boolean } {
    const all = this.links.filter(
      (each) => each.verb === 'owns' && each.target === name && each.targetLife === this.lifeOf(name),
    );
    return { live: all.filter((each) => this.isLink(each)).map(({ source }) => source), any: all.length > 0 };
  }

  /** The PD, node or space that something is on; an object in an object has an owner instead. */
  protected hostOf(name: string): string | undefined {
    const parent = this.things.get(name)?.parent;
    return parent === undefined || this.kindOf(parent) === 'object' ? undefined : parent;
  }

  protected hostedBy(name: string): string[] {
    return [...this.things.keys()].filter((each) => this.alive.has(each) && this.hostOf(each) === name);
  }

  /** What it hosts, or owns, or manages. */
  protected partsOf(name: string): string[] {
    return [...this.hostedBy(name), ...this.targets('owns', name), ...this.targets('manages', name)];
  }

  protected isRootPd(name: string): boolean {
    return this.kindOf(name) === 'pd' && this.things.get(name)?.root === true;
  }

  protected followers(verb: 'stops with' | 'dies with', name: string): string[] {
    return this.links
      .filter((each) => each.verb === verb && each.target === name && this.alive.has(each.source))
      .map(({ source }) => source)
      .filter((source) => !this.isRootPd(source));
  }

  protected waits(name: string): boolean {
    return this.links.some((each) => each.verb === 'waits for' && each.source === name && this.alive.has(each.target));
  }

  protected blockers(name: string): string[] {
    return this.links
      .filter((each) => each.verb === 'owns' && each.source === name && this.isLink(each) && each.as !== 'nonblocking')
      .map(({ target }) => target);
  }

  protected kept(moment: 'before' | 'demand' | 'after'): Set<string> {
    const keeps = (as = 'in'): boolean => {
      if (['runtime', 'config', 'static'].includes(as)) return moment !== 'after';
      return as !== 'local' || moment === 'demand';
    };
    const kept = new Set<string>();
    const left = [...this.alive].filter((name) => this.kindOf(name) === 'pd' || this.things.get(name)?.root === true);
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (kept.has(name)) continue;
      kept.add(name);
      for (const each of this.links) {
        if (!this.isLink(each)) continue;
        if (each.source === name && (each.verb === 'owns' || (each.verb === 'refers' && keeps(each.as)))) left.push(each.target); // oxfmt-ignore
        if (each.target === name && each.verb === 'owns' && moment !== 'after') left.push(each.source);
      }
    }
    return kept;
  }

  protected canLive(name: string): boolean {
    const host = this.hostOf(name);
    return host === undefined || this.alive.has(host);
  }

  protected bear(name: string, isRestart: boolean, born: Set<string>): void {
    if (this.alive.has(name) || (isRestart && !this.ended.has(name))) return;
    this.alive.add(name);
    this.doomed.delete(name);
    this.#life.set(name, this.lifeOf(name) + 1);
    born.add(name);
    if (!isRestart) return;
    for (const each of this.things.values())
      if (each.parent === name && each.kind !== 'object') this.bear(each.name, true, born);
    for (const { verb, source, target } of this.#declared)
      if (verb === 'manages' && source === name) this.bear(target, true, born);
  }

  /** Whether an object lives and has owners, all of them absent. */
  protected isLost(name: string): boolean {
    const { live, any } = this.owners(name);
    return this.alive.has(name) && any && live.length === 0;
  }

  /** Makes or cuts a relation, unless there is nothing to relate or to cut. */
  protected changesTie(tie: Tie, isMade: boolean): boolean {
    const { verb, source, target } = tie;
    if (isMade) {
      if (!this.alive.has(source) || !this.alive.has(target)) return false;
      this.links.push({ ...tie, sourceLife: this.lifeOf(source), targetLife: this.lifeOf(target) });
      return true;
    }
    const isCut = (each: Link): boolean => each.verb === verb && each.source === source && each.target === target;
    const place = this.links.findLastIndex((each) => isCut(each) && this.isLink(each));
    if (place < 0) return false;
    this.links.splice(place, 1);
    return true;
  }
}
