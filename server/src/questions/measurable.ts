/**
 * The subjects of measurements: existing PDs.
 */
import type { Wanted } from './find-entity.ts';

/** The words for names of compared PDs. */
export const measurable: Wanted = {
  fits: ({ kind }) => kind === 'pd',
  noun: 'PD',
  only: 'only PDs are compared',
  without: 'there is nothing to compare',
  which: 'which copy is compared',
  ifAbsent: 'there is nothing to measure',
};
