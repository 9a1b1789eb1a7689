/**
 * Steps that are made once. A state is its core, what is under way and what is used up; all transitions from it follow
 * from what is known of each of the three alone and of two of them together, by looking numbers up. The kernel steps
 * where that is not enough: what messages keep alive, and how an object that came back is being deleted, depends on
 * everything under way.
 */
import type { Move, Use } from '../../play/environment.ts';
import type { Entry, Program } from '../../kernel/run.ts';
import { coreBits, type Cores, createCores } from './cores.ts';
import { createMovesOfCore, ownBits, ownColumns } from './moves-of-core.ts';
import { createMovesUnderWay, passingBits, passingColumns } from './moves-under-way.ts';
import { createOutcomes, type Faults, outcomeBits, outcomeColumns } from './outcomes.ts';
import { blame, createExpanded, type Expanded, needNotHappen, push } from './expanded.ts';
import { moveKinds, type Surroundings } from './remembered.ts';
import { createUses } from './uses.ts';
import type { StateCode } from '../state/state-code.ts';
import { unowed } from '../state/state-graph.ts';
import { columns, type StoredState, stateWidth } from '../state/stored-state.ts';
import { at, itemAt } from '../../../model/lookup.ts';

/** The steps remembered so far. */
export interface RememberedSteps {
  /**
   * Finds every transition from a state, by its row, and adds them to what was expanded; returns false, and adds none,
   * where the kernel has to step.
   */
  readonly expand: (row: Int32Array) => boolean;
  readonly expanded: Expanded;
  readonly faults: (place: number, index: number) => Faults;
  readonly cores: Cores;
  /** An estimate of the memory in use. */
  readonly bytes: () => number;
}

/** Returns true if steps can be remembered: times, leases and nodes that stand still depend on everything under way. */
export const canRemember = ({ model }: Program, { time }: StateCode): boolean =>
  time === 'none' && model.collectors.length === 0 && !model.entities.some(({ kind }) => kind === 'node');

/** Creates an empty memory; `meet` is called for each new use of the environment. */
export function rememberSteps(around: Surroundings, meet: (use: Use) => void): RememberedSteps {
  const { code, owing } = around;
  const cores = createCores(around);
  const outcomes = createOutcomes(around, cores);
  const uses = createUses(around, cores, meet);
  const ofCore = createMovesOfCore(around, cores, outcomes, uses);
  const passing = createMovesUnderWay(around, uses);
  const expanded = createExpanded();
  let row: Int32Array = new Int32Array(stateWidth);
  let standing: StoredState | undefined;
  const stand = (): StoredState => (standing ??= code.decode(row));

  const pushOwn = (own: number, index: number, list: number): void => {
    const underWay = passing.joined(list, ofCore.at(own, index, ownColumns.added));
    const [core, spent] = [ofCore.at(own, index, ownColumns.core), ofCore.at(own, index, ownColumns.spent)];
    push(expanded, core, underWay, spent, ofCore.at(own, index, ownColumns.turn));
    if (!uses.leadsOn(ofCore.at(own, index, ownColumns.use))) needNotHappen(expanded);
    const place = ofCore.at(own, index, ownColumns.place);
    if (place >= 0) blame(expanded, place, ofCore.at(own, index, ownColumns.index));
  };
  /** Makes a move that nothing is known of. */
  const make = (core: number, key: number, use: number, place: number): number => {
    const [entity, kind] = [Math.floor(key / 10), key % 10];
    const { state } = stand();
    const entry = itemAt(state.agenda, cores.at(core).timers.length + place);
    const owed = kind === moveKinds.due ? owing.due(entity) : unowed;
    return outcomes.make(core, key, moveWith(uses.useOf(use), entry), owed, stand());
  };
  /** Returns false where the kernel has to step. */
  const pushPassing = (moves: number, index: number, isDeleting: boolean): boolean => {
    const [from, key] = [at(row, columns.core), passing.at(moves, index, passingColumns.key)];
    const use = passing.at(moves, index, passingColumns.use);
    let place = outcomes.find(from, key);
    if (place < 0) place = make(from, key, use, passing.at(moves, index, passingColumns.place));
    const count = outcomes.count(place);
    const how = passing.at(moves, index, passingColumns.bits);
    const without = passing.at(moves, index, passingColumns.list);
    for (let each = 0; each < count; each++) {
      const bits = outcomes.at(place, each, outcomeColumns.bits);
      if (isDeleting && (bits & outcomeBits.isEnding) !== 0) return false;
      const core = outcomes.at(place, each, outcomeColumns.core);
      const left = (bits & outcomeBits.isGone) === 0 ? at(row, columns.underWay) : without;
      const isDuplicate = (how & passingBits.isDuplicate) !== 0;
      const list = isDuplicate ? without : passing.joined(left, outcomes.at(place, each, outcomeColumns.added));
      const turn = (how & passingBits.isOvertaking) === 0 ? outcomeColumns.turns : outcomeColumns.overtaking;
      const isFaulty = (bits & outcomeBits.isFaulty) !== 0;
      const spent = isFaulty ? 0 : uses.left(passing.at(moves, index, passingColumns.used), core);
      push(expanded, core, list, spent, outcomes.at(place, each, turn));
      if (!uses.leadsOn(use)) needNotHappen(expanded);
      if (isFaulty) blame(expanded, place, each);
    }
    return count >= 0;
  };
  const canExpand = (): boolean => {
    const [core, list, spent] = [at(row, columns.core), at(row, columns.underWay), at(row, columns.spent)];
    if ((cores.bitsOf(core) & coreBits.isUnsure) !== 0) return false;
    const [own, moves] = [ofCore.of(core, spent, stand), passing.of(list, spent)];
    const [ownCount, isDeleting, known] = [ofCore.count(own), passing.hasDeletion(moves), ofCore.bits(own)];
    if ((known & ownBits.isUnsure) !== 0 || (isDeleting && (known & ownBits.isEnding) !== 0)) return false;
    let next = 0;
    for (let index = 0; index < passing.count(moves); index++) {
      const stage = passing.at(moves, index, passingColumns.stage);
      for (; next < ownCount && ofCore.at(own, next, ownColumns.stage) < stage; next++) pushOwn(own, next, list);
      if (!pushPassing(moves, index, isDeleting)) return false;
    }
    for (; next < ownCount; next++) pushOwn(own, next, list);
    return true;
  };
  return {
    expand(from) {
      const { size } = expanded;
      row = from;
      standing = undefined;
      const isKnown = canExpand();
      if (!isKnown) expanded.size = size;
      return isKnown;
    },
    expanded,
    faults: outcomes.faults,
    cores,
    bytes: () => cores.bytes() + outcomes.bytes() + uses.bytes() + ofCore.bytes() + passing.bytes(),
  };
}

function moveWith(use: Use, entry: Entry): Move {
  switch (use.kind) {
    case 'lose':
    case 'duplicate':
    case 'reorder':
      return { kind: use.kind, fault: use.fault, entry };
    default:
      return { kind: 'due', entry };
  }
}
