/**
 * Reads `x.name` where only the run knows what x is. The value may be computed from other names, and these from others:
 * the depth is limited here.
 */
import { readNamed, readProperty } from '../kernel/properties.ts';
import type { Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { entityIn, isKind, type Value } from '../values/values.ts';
import { reads, spend } from '../values/work.ts';
import { t } from '../../model/common/translation.ts';

/** A name is looked up before its value is computed. */
const workOfRead = 4;

/** The most names computed from each other in a row; the stack has room for some more. */
const deepest = 250;

/**
 * Returns the value of a name of an entity, channel or collector. Throws a `RunError` for a name that it does not have,
 * and for endless recursion.
 */
export function readFrom(run: Run, owner: Value, name: string): Value {
  if (reads.underWay >= deepest) {
    throw new RunError(
      'run/endless',
      t`"${name}" is computed from other values more than ${deepest} levels deep, possibly from itself.`,
    );
  }
  spend(workOfRead);
  reads.underWay += 1;
  try {
    if (isKind(owner, 'channel') || isKind(owner, 'collector')) return readNamed(run, owner, name);
    return readProperty(
      run,
      entityIn(owner, () => t`an entity that has "${name}"`),
      name,
    );
  } finally {
    reads.underWay -= 1;
  }
}
