/** The operator `x in …`: an element of a set, a value within a range, or a state of a machine. */
import { compareExact } from '../values/exact.ts';
import { configurationOf } from '../kernel/machines/configuration.ts';
import type { Run } from '../kernel/run.ts';
import { equal, isExact, isKind, itemsOf, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';

/** Returns true if a set has a value, or all values of another set. */
export function contains(set: Value, item: Value): boolean {
  const items = itemsOf(set);
  return valueElements(item).every((each) => {
    spend(items.length);
    return items.some((other) => equal(each, other));
  });
}

/** Returns true if a value, or each of a set, is a whole number from one to another, or a duration or rate between two. */
export function isBetween(item: Value, from: Value, to: Value): boolean {
  const elements = valueElements(item);
  spend(elements.length);
  return elements.every((each) => {
    if (isKind(each, 'duration') && isKind(from, 'duration') && isKind(to, 'duration')) {
      return (
        compareExact(from.microseconds, each.microseconds) <= 0 && compareExact(each.microseconds, to.microseconds) <= 0
      );
    }
    if (isKind(each, 'rate') && isKind(from, 'rate') && isKind(to, 'rate')) {
      return compareExact(from.perDay, each.perDay) <= 0 && compareExact(each.perDay, to.perDay) <= 0;
    }
    if (typeof each !== 'number' || !isExact(from) || !isExact(to)) return false;
    return compareExact(from, each) <= 0 && compareExact(each, to) <= 0;
  });
}

/** Returns the items of a set, or the value itself: `none` too is a value that a set may have. */
export const valueElements = (value: Value): readonly Value[] => (isKind(value, 'set') ? value.items : [value]);

/** Returns true if each of some entities is in a state of that name, or in one within it; false for no entity. */
export function areInState(run: Run, subject: Value, state: string): boolean {
  const subjects = itemsOf(subject);
  return subjects.length > 0 && subjects.every((each) => isInState(run, each, state));
}

function isInState({ program, state: now }: Run, subject: Value, state: string): boolean {
  if (!isKind(subject, 'entity')) return false;
  const machine = program.machineOf[subject.id];
  const active = configurationOf({ program, state: now }, subject.id)?.states ?? [];
  return active.some((index) => machine?.states[index]?.name === state);
}
