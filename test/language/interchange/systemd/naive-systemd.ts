/**
 * systemd's rules for a stop, written down a second time, directly over the text of a dump: which jobs a stop adds to
 * the transaction, and which of two stops comes first.
 */

/** The units of a dump: the values of each field, without their reasons. */
export interface NaiveUnits {
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly running: ReadonlySet<string>;
}

/** Reads a dump. */
export function readNaively(dump: string): NaiveUnits {
  const fields = new Map<string, Map<string, string[]>>();
  const running = new Set<string>();
  for (const block of (dump.split('-> By jobs')[0] ?? '').split('-> Unit ').slice(1)) {
    const [name = ''] = block.split(':\n', 1);
    const own = new Map<string, string[]>();
    for (const [, key = '', value = ''] of block.matchAll(/^\t\t([A-Z][A-Za-z ]*): (\S+)/gm))
      own.set(key, [...(own.get(key) ?? []), value]);
    fields.set(name, own);
    if (/Action: \S+ -> start/.test(block) || own.get('Unit Active State')?.[0] === 'active') running.add(name);
  }
  return { fields, running };
}

/** What keeps a unit with `StopWhenUnneeded=` running. */
const pinned = ['RequiredBy', 'RequisiteOf', 'BoundBy', 'WantedBy', 'UpheldBy'];
const passesStop = ['RequiredBy', 'RequisiteOf', 'BoundBy', 'ConsistsOf', 'PropagatesStopTo'];

/** Returns the running units that stop with one. */
export function stoppedWith(units: NaiveUnits, unit: string): string[] {
  const { fields, running } = units;
  const jobs = new Set([unit]);
  for (let size = 0; size !== jobs.size;) {
    size = jobs.size;
    for (const job of jobs)
      for (const key of passesStop) for (const other of fields.get(job)?.get(key) ?? []) jobs.add(other);
    for (const [name, own] of fields) {
      const needers = needersOf(units, own);
      const isUnneeded = needers.length > 0 && needers.every((other) => jobs.has(other));
      if (own.get('StopWhenUnneeded')?.[0] === 'yes' && running.has(name) && isUnneeded) jobs.add(name);
    }
  }
  return [...jobs].filter((name) => running.has(name)).sort();
}

/**
 * Returns the running units that end when one fails for good: systemd stops what is bound to it, what that leaves
 * unneeded, and what stops with these.
 */
export function endedWith(units: NaiveUnits, unit: string): string[] {
  const { fields, running } = units;
  const bound = ['BoundBy', 'PropagatesStopTo'].flatMap((key) => fields.get(unit)?.get(key) ?? []);
  const ended = new Set([unit]);
  // What has failed is not stopped once more.
  const others: NaiveUnits = { fields, running: new Set([...running].filter((name) => name !== unit)) };
  const stop = (name: string): void => {
    for (const other of stoppedWith(others, name)) ended.add(other);
  };
  for (const other of bound) if (running.has(other)) stop(other);
  for (let size = 0; size !== ended.size;) {
    size = ended.size;
    for (const [name, own] of fields) {
      const needers = needersOf(units, own);
      const isUnneeded = needers.length > 0 && needers.every((other) => ended.has(other));
      const isOver = name === unit || !running.has(name);
      if (own.get('StopWhenUnneeded')?.[0] === 'yes' && !isOver && isUnneeded) stop(name);
    }
  }
  return [...ended].sort();
}

/** Returns the running units that need one by its fields. */
const needersOf = ({ running }: NaiveUnits, own: ReadonlyMap<string, readonly string[]>): string[] =>
  pinned.flatMap((key) => own.get(key) ?? []).filter((other) => running.has(other));

/** Returns the pairs `first < then` of the stops of some units, as `first then`. */
export function stopPairs({ fields }: NaiveUnits, units: readonly string[]): string[] {
  const before = new Set<string>();
  for (const unit of units)
    for (const other of fields.get(unit)?.get('After') ?? []) if (units.includes(other)) before.add(`${unit} ${other}`);
  for (const middle of units)
    for (const first of units)
      for (const then of units)
        if (before.has(`${first} ${middle}`) && before.has(`${middle} ${then}`)) before.add(`${first} ${then}`);
  return [...before].sort();
}

const passesStart = ['Requires', 'BindsTo', 'Wants', 'Upholds'];

/** Returns the units that a start of one starts along, it included, and the running ones that it stops. */
export function startedWith(
  units: NaiveUnits,
  unit: string,
): { readonly started: string[]; readonly stopped: string[] } {
  const { fields, running } = units;
  const valuesOf = (name: string, keys: readonly string[]): string[] =>
    keys.flatMap((key) => fields.get(name)?.get(key) ?? []);
  const jobs = new Set([unit]);
  for (const job of jobs) {
    for (const other of valuesOf(job, passesStart)) jobs.add(other);
    for (const other of valuesOf(job, ['Requisite'])) if (running.has(other)) jobs.add(other);
  }
  // A start fails without what has to run, and without what it requires and follows.
  for (let size = -1; size !== jobs.size;) {
    size = jobs.size;
    for (const job of jobs) {
      const after = valuesOf(job, ['After']);
      const needed = valuesOf(job, ['Requires', 'BindsTo']).filter((other) => after.includes(other));
      if ([...needed, ...valuesOf(job, ['Requisite'])].some((other) => !jobs.has(other))) jobs.delete(job);
    }
  }
  const ended = [...jobs]
    .flatMap((job) => valuesOf(job, ['Conflicts', 'ConflictedBy']))
    .filter((other) => running.has(other) && !jobs.has(other));
  const stopped = new Set(ended.flatMap((other) => stoppedWith(units, other)).filter((name) => !jobs.has(name)));
  return { started: [...jobs].sort(), stopped: [...stopped].sort() };
}
