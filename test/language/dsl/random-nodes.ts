/** The building blocks of random trees. */
import fc from 'fast-check';
import type { Node } from './random-names.ts';

/** A node of a type, with these properties. */
export const node = ($type: string, properties: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Node> =>
  fc.record(properties).map((values): Node => ({ ...values, $type }));

/** A value or nothing. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Any number of values, possibly none. */
export const list = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { maxLength: 4 });

/** At least one value. */
export const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: 1, maxLength: 3 });
