/**
 * Steps that are made once. A state is its core, what is under way and what is used up; all transitions from it follow
 * from what is known of each of the three alone and of two of them together, by looking numbers up. The kernel steps
 * where that is not enough: what messages keep alive, how an object that came back is being deleted, and whether there is
 * room for more messages, depends on everything under way.
 */
import type { Check } from '../../../model/scenario.ts';
import type { Use } from '../../play/environment.ts';
import type { Program } from '../../kernel/run.ts';
import { manyWaiting } from '../../kernel/agenda.ts';
import { coreBits, type Cores, createCores } from './cores.ts';
import { type Disturbing, disturbancesIn } from './disturbances.ts';
import type { Faults } from './effects.ts';
import { createInertChoice, type InertMessages, nobody } from './inert.ts';
import { createMovesOfCore, ownBits, ownColumns } from './moves-of-core.ts';
import { createMovesUnderWay, passingColumns } from './moves-under-way.ts';
import { createOutcomes } from './outcomes.ts';
import { createPass, type Here, type Passing, unasked } from './pass.ts';
import { blame, createExpanded, type Expanded, needNotHappen, push } from './expanded.ts';
import { stages, type StepContext } from './remembered.ts';
import { hasNodes, moves, setsClocks } from '../state/time-kept.ts';
import { createUses } from './uses.ts';
import type { StateCode } from '../state/state-code.ts';
import { columns } from '../state/stored-state.ts';
import { at } from '../../../model/lookup.ts';

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
  const { code, environment } = around;
  const [cores, uses] = [createCores(around), createUses(around, meet)];
  const outcomes = createOutcomes(around, cores);
  const ofCore = createMovesOfCore(around, cores, outcomes, uses);
  const [passing, expanded] = [createMovesUnderWay(around), createExpanded()];
  const due: Passing = { kind: 'due', use: { kind: 'due' }, used: unasked };
  const disturbances = disturbancesIn(environment, code.dues).map(withUse);
  const here: Here = { core: 0, list: 0, spent: 0, entries: 0, isDeleting: false, inert: nobody };
  const pass = createPass(around, here, { outcomes, uses, passing, expanded });

  const pushOwn = (own: number, index: number): void => {
    if (here.inert !== nobody) {
      expanded.ways += 1;
      return;
    }
    const underWay = passing.joined(here.list, ofCore.at(own, index, ownColumns.added));
    push(
      expanded,
      ofCore.at(own, index, ownColumns.core),
      underWay,
      ofCore.at(own, index, ownColumns.spent),
      ofCore.at(own, index, ownColumns.turn),
    );
    if (!uses.leadsOn(ofCore.at(own, index, ownColumns.use))) needNotHappen(expanded);
    const place = ofCore.at(own, index, ownColumns.place);
    if (place >= 0) blame(expanded, place, ofCore.at(own, index, ownColumns.index));
  };
  const inertIn = createInertChoice(inert, passing);
  const canExpand = (): boolean => {
    if ((cores.bitsOf(here.core) & coreBits.isUnsure) !== 0) return false;
    const [own, entries] = [ofCore.of(here.core, here.spent), passing.of(here.list)];
    const [ownCount, count, isDeleting] = [ofCore.count(own), passing.count(entries), passing.hasDeletion(entries)];
    [here.entries, here.isDeleting] = [entries, isDeleting];
    const unsure = isDeleting ? ownBits.isUnsure | ownBits.isEnding : ownBits.isUnsure;
    if ((ofCore.bits(own) & unsure) !== 0 || count > manyWaiting) return false;
    here.inert = inertIn(here.list, entries);
    due.used = unasked;
    for (const each of disturbances) each.used = unasked;
    let next = 0;
    const pushOwnBefore = (stage: number): void => {
      for (; next < ownCount && ofCore.at(own, next, ownColumns.stage) < stage; next++) pushOwn(own, next);
    };
    pushOwnBefore(stages.underWay);
    for (let index = 0; index < count; index++)
      if (passing.at(entries, index, passingColumns.isFirst) === 1 && !pass(index, due)) return false;
    for (const each of disturbances) {
      const { kind, fault, isMeant } = each;
      if (!uses.canHappen(here.spent, fault)) continue;
      pushOwnBefore(stages.fault(fault));
      for (let index = 0; index < count; index++) {
        if (!isMeant(passing.at(entries, index, passingColumns.id))) continue;
        if (kind === 'reorder' && passing.at(entries, index, passingColumns.isFirst) === 1) continue;
        if (!pass(index, each)) return false;
      }
    }
    pushOwnBefore(Infinity);
    return true;
  };
  const expand = (row: Int32Array): boolean => {
    const { size } = expanded;
    [here.core, here.list, here.spent] = [at(row, columns.core), at(row, columns.underWay), at(row, columns.spent)];
    expanded.ways = 0;
    const isKnown = canExpand();
    if (!isKnown) expanded.size = size;
    return isKnown;
  };
  return {
    expand,
    expandAlone(row) {
      expanded.size = 0;
      return expand(row);
    },
    expanded,
    isPartial: () => here.inert !== nobody && expanded.ways > 0,
    ...always,
    faults: outcomes.faults,
    cores,
    bytes: () => cores.bytes() + outcomes.bytes() + uses.bytes() + ofCore.bytes() + passing.bytes(),
  };
}

/** Without times every state is followed as it is. */
const always = { isCutOff: () => false, isAlone: false } as const;

const withUse = (disturbing: Disturbing): Disturbing & Passing => ({ ...disturbing, used: unasked });
