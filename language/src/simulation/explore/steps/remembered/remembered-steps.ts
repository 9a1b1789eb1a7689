/**
 * Steps that are made once. A state is its core, what is under way and what is used up; all transitions from it follow
 * from what is known of each of the three alone and of two of them together, by looking numbers up. The kernel steps
 * where that is not enough: what messages keep alive, how an object that came back is being deleted, and whether there is
 * room for more messages, depends on everything under way.
 */
import type { Check } from '../../../../model/scenario.ts';
import { itemAt, required } from '../../../../model/common/lookup.ts';
import type { Move, Use } from '../../../play/environment.ts';
import type { Program, State } from '../../../kernel/run.ts';
import { type Cores, createCores } from './cores.ts';
import { disturbancesIn } from '../disturbances.ts';
import type { Faults } from './effects.ts';
import { createExpanded, type Expanded } from '../expanded.ts';
import { chooseInert, createInertChoice, type InertMessages } from '../inert.ts';
import { askingFirst, createLookedUp, ifMade, notMade, type PassingFault, type StepMaking } from './looked-up.ts';
import { createMovesOfCore, createOwnMoves } from './moves-of-core.ts';
import { createMovesUnderWay, underWayMaking } from './moves-under-way.ts';
import { createOutcomes } from './outcomes.ts';
import { moveWith, type Passing } from './pass.ts';
import type { StepContext } from './remembered.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { hasNodes, moves, setsClocks } from '../../relevance/time-kept.ts';
import { createUses } from './uses.ts';
import type { StateCode } from '../../state/state-code.ts';
import { unowed } from '../../state/state-graph.ts';

/** The steps remembered so far. */
export interface RememberedSteps {
  /**
   * Finds every transition from a state, by its row, and adds them to what was expanded; returns false, and adds none,
   * where the kernel has to step.
   */
  readonly expand: (row: Int32Array) => boolean;
  /** Does the same with nothing else in what was expanded. */
  readonly expandAlone: (row: Int32Array) => boolean;
  readonly expanded: Expanded;
  /** True if the state expanded last has other moves, which may wait: see `inertMessages`. */
  readonly isPartial: () => boolean;
  /** True if something is due in the state expanded last, but after the horizon. */
  readonly isCutOff: () => boolean;
  /** True if a state has to be followed before the next is expanded: what is learned of that would change its transitions. */
  readonly isAlone: boolean;
  readonly faults: (place: number, index: number) => Faults;
  readonly cores: Cores;
  /** Present where threads can look up transitions; see `createReader`. */
  readonly shared?: {
    readonly tables: readonly SharedTable[];
    readonly faults: readonly PassingFault[];
    /** Does what `expand` does, and adds nothing to the tables: returns false where something has to be made. */
    readonly lookUp: (row: Int32Array) => boolean;
    /** Returns a number that changes with what is looked up, besides what is added. */
    readonly revision: () => number;
  };
  /** An estimate of the memory in use. */
  readonly bytes: () => number;
}

/** Returns true if steps can be remembered: times, leases and what is suspended depend on everything under way. */
export const canRemember = ({ model }: Program, check: Check, { time }: StateCode): boolean =>
  time === 'none' &&
  model.collectors.length === 0 &&
  !(hasNodes(model) && (setsClocks(model, check) || moves(model, check)));

/** Creates an empty memory; `meet` is called for each new use of the environment. */
export function rememberSteps(around: StepContext, meet: (use: Use) => void, inert: InertMessages): RememberedSteps {
  const { code, environment, owing } = around;
  let onlyLooksUp = false;
  const ask = (): void => {
    if (onlyLooksUp) throw notMade;
  };
  const asked = <T extends object>(making: T): T => askingFirst(ask, making);
  const [cores, uses] = [createCores(around, { ask }), createUses(around, meet, asked)];
  const outcomes = createOutcomes(around, cores);
  const { make: makeOwn } = asked({ make: createOwnMoves(around, cores, outcomes, uses) });
  const [ofCore, passing] = [createMovesOfCore(makeOwn), createMovesUnderWay(asked(underWayMaking(around)))];
  const expanded = createExpanded();
  const disturbances = disturbancesIn(environment, code.dues);
  const passings: readonly (Pick<Passing, 'kind'> & { readonly use: Use })[] = [
    { kind: 'due', use: { kind: 'due' } },
    ...disturbances,
  ];
  const making: StepMaking = {
    useOf: (index) => uses.idOf(itemAt(passings, index).use),
    isMeant: (fault, id) => itemAt(disturbances, fault).isMeant(id),
    outcome(core, { id, key, index }) {
      const { kind, use } = itemAt(passings, index);
      const owed = kind === 'due' || kind === 'reorder' ? owing.due(id) : unowed;
      const move = ({ agenda }: State): Move => moveWith(use, required(agenda.at(-1)));
      return outcomes.make(core, { key, owed, underWay: code.dues.entriesOf([id]), in: move });
    },
  };
  const { choose } = asked({ choose: chooseInert(inert, passing) });
  const choice = createInertChoice(choose, inert.revision);
  const tables = { ...cores, ofCore, passing, outcomes: outcomes.table, uses, inert: choice };
  const { expand, isPartial, tables: shared } = createLookedUp(tables, asked(making), disturbances, expanded);
  return {
    expand,
    expandAlone(row) {
      expanded.size = 0;
      return expand(row);
    },
    expanded,
    isPartial,
    ...always,
    faults: outcomes.faults,
    cores,
    shared: {
      tables: shared,
      revision: inert.revision,
      lookUp(row) {
        onlyLooksUp = true;
        const isMade = ifMade(expand, row);
        onlyLooksUp = false;
        return isMade;
      },
      faults: disturbances.map(({ kind, fault }) => ({ kind, fault })),
    },
    bytes: () => cores.bytes() + outcomes.bytes() + uses.bytes() + ofCore.bytes() + passing.bytes(),
  };
}

/** Without times every state is followed as it is. */
const always = { isCutOff: () => false, isAlone: false } as const;
