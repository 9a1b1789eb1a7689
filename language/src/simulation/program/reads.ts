/**
 * Reads `x.name` where only the run knows what x is. The value may be computed from other names, and these from others:
 * the depth is limited here.
 */
import { readNamed, readProperty } from '../kernel/properties.ts';
import type { Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { entityIn, isKind, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';

/** A name is looked up before its value is computed. */
const workOfRead = 4;

/** The most names computed from each other in a row; the stack has room for some more. */
const deepest = 250;

/** The number of reads under way. Nothing interrupts an expression, so all runs can share the count. */
const underWay = { count: 0 };

/**
 * Returns the value of a name of an entity, channel or collector. Throws a `RunError` for a name that it does not have,
 * and for endless recursion.
 */
export function readFrom(run: Run, owner: Value, name: string): Value {
  if (underWay.count >= deepest) {
    throw new RunError(
      'run/endless',
      `"${name}" is computed from other values more than ${deepest} levels deep, possibly from itself.`,
    );
  }
  spend(workOfRead);
  underWay.count += 1;
  try {
    if (isKind(owner, 'channel') || isKind(owner, 'collector')) return readNamed(run, owner, name);
    return readProperty(run, entityIn(owner, `an entity that has "${name}"`), name);
  } finally {
    underWay.count -= 1;
  }
}
