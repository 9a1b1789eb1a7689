/**
 * Policies: how far a crash reaches and how a teardown settles conflicts. The defaults are the first values of the
 * table "Ways to end, and their order" in the language reference.
 */

/** The reach of a cleanup: a whole number of steps, or unlimited. */
export type Depth = number | 'unlimited';

/** The ways to delete an object that has dependents. */
export const deletionModes = ['background', 'foreground', 'orphan'] as const;
/** One of these ways. */
export type DeletionMode = (typeof deletionModes)[number];

/** A named set of rules for cleanup, teardown and deletion. */
export interface Policy {
  readonly name: string;
  /** The distance to which dependent PDs are destroyed, in steps from the crashed PD. */
  readonly pdDepth: Depth;
  /** The distance to which mapped spaces are destroyed, in space maps from the crashed PD's spaces. */
  readonly spaceDepth: Depth;
  /** The side that is kept when ownership and `destroyed after` contradict each other. */
  readonly conflict: 'ownership' | 'dependency' | 'error';
  readonly layers: 'earliest' | 'latest';
  readonly throughSurvivors: boolean;
  readonly subscriptions: 'counted' | 'set';
  /**
   * The moment at which the subscribers of an end are read: once when the whole teardown is decided, or at the turn of
   * each entity.
   */
  readonly subscribers: 'sentence' | 'turn';
  readonly deletion: DeletionMode;
  /** Milliseconds from the loss of the last owner to the deletion of a dependent. */
  readonly deletionDelay: number;
  /** Decides if a protected entity refuses a step. */
  readonly protection: 'respect' | 'ignore';
  /** Live PDs whose resource similarity of `rsiType` with the crashed PD is at least this are destroyed too. */
  readonly minRsi: number | undefined;
  readonly rsiType: string | undefined;
  /** Live PDs whose fault radius to the crashed PD is at most this are destroyed too. */
  readonly maxFaultRadius: number | undefined;
}

/** The policy of a model that neither names nor declares one. */
export const defaultPolicy: Policy = {
  name: 'default',
  pdDepth: 0,
  spaceDepth: 0,
  conflict: 'ownership',
  layers: 'earliest',
  throughSurvivors: true,
  subscriptions: 'counted',
  subscribers: 'sentence',
  deletion: 'background',
  deletionDelay: 1000,
  protection: 'respect',
  minRsi: undefined,
  rsiType: undefined,
  maxFaultRadius: undefined,
};

/** The four policies that every model has, named as in the CellulOS design. */
export const predefinedPolicies: readonly Policy[] = [
  { ...defaultPolicy, name: 'space-direct', pdDepth: 0, spaceDepth: 0 },
  { ...defaultPolicy, name: 'space-recursive', pdDepth: 0, spaceDepth: 'unlimited' },
  { ...defaultPolicy, name: 'pd-direct', pdDepth: 1, spaceDepth: 0 },
  { ...defaultPolicy, name: 'pd-recursive', pdDepth: 'unlimited', spaceDepth: 0 },
];
