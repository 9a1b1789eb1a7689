/**
 * Decides which values fit which types. Unknown types always fit, so that one fault does not cause a second finding.
 */
import type { StaticType } from '../types/static-type.ts';

/** Returns true if a value of the given type is legal where the other type is expected. */
export function typeFits(given: StaticType, wanted: StaticType): boolean {
  if (given.kind === 'unknown' || wanted.kind === 'unknown') return true;
  switch (wanted.kind) {
    case 'entity':
      if (given.kind === 'none') return true;
      return given.kind === 'entity' && (given.of === wanted.of || given.of === 'entity' || wanted.of === 'entity');
    case 'set':
      return given.kind === 'set' && typeFits(given.of, wanted.of);
    case 'map':
      return given.kind === 'map' ? typeFits(given.value, wanted.value) : typeFits(given, wanted.value);
    case 'label':
      return given.kind === 'label' || given.kind === 'text';
    case 'enum':
      return (
        given.kind === 'label' ||
        (given.kind === 'enum' && given.values.every((value) => wanted.values.includes(value)))
      );
    default:
      return given.kind === wanted.kind;
  }
}

/** Returns true if two values can be equal at all: they are of the same family, whatever their kinds of entity. */
export function areComparable(left: StaticType, right: StaticType): boolean {
  if (left.kind === 'unknown' || right.kind === 'unknown') return true;
  if (isNameless(left) && isNameless(right)) return true;
  if (left.kind === 'set' && right.kind === 'set') return areComparable(left.of, right.of);
  if (isWord(left) && isWord(right)) return left.kind !== 'text' || right.kind !== 'enum';
  return left.kind === right.kind;
}

const isNameless = ({ kind }: StaticType): boolean => kind === 'entity' || kind === 'none';

const isWord = ({ kind }: StaticType): boolean => kind === 'label' || kind === 'enum' || kind === 'text';
