/**
 * The legal values of settings that are numbers, durations or rates.
 */
import type { EntityKind } from './entity-kind.ts';
import { t } from './common/translation.ts';

/** Which values are legal, and how a message says it. */
export interface Limit {
  readonly isLegal: (value: number) => boolean;
  readonly legal: string;
}

/** The settings with limits, by name. */
export type Limits = Readonly<Record<string, Limit>>;

/** Values above zero. */
export const positive: Limit = { isLegal: (value) => value > 0, legal: t`above zero` };

/** Values from zero. */
export const notNegative: Limit = { isLegal: (value) => value >= 0, legal: t`zero or more` };

/** Values from zero to one. */
export const share: Limit = { isLegal: (value) => value >= 0 && value <= 1, legal: t`from 0 to 1, such as 0.1 or 10%` };

const failures: Limits = {
  ...{ probability: share, mttf: positive, mttr: notNegative, failureRate: notNegative, repairRate: notNegative },
};

/** The limits of the settings of entities. */
export const entityLimits: Readonly<Record<EntityKind, Limits>> = {
  node: { phase: notNegative, clockRate: positive, ...failures },
  pd: { overhead: notNegative, ...failures },
  space: { size: notNegative },
  resource: { size: notNegative },
  object: { size: notNegative },
  region: {},
};

/** Says what a setting must be. */
export const limitMessage = (name: string, { legal }: Limit): string =>
  t`"${name}" must be ${legal}. Correct the value.`;
