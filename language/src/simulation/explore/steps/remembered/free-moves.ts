/** The moves of the environment that a core and what is used up make possible, whatever is under way. */
import { itemAt } from '../../../../model/common/lookup.ts';
import type { Move, Use } from '../../../play/environment.ts';
import { unowed } from '../../state/state-graph.ts';
import type { Cores } from './cores.ts';
import type { MoveInCore } from './effects.ts';
import { createStrikeKeys, moveKey, stages, type StepContext } from './remembered.ts';
import type { UsesMet } from './uses.ts';

/** A move before it is made. */
export interface Own extends Pick<MoveInCore, 'key' | 'owed' | 'in'> {
  /** See `stages`. */
  readonly stage: number;
  readonly use: Use;
}

const [restart, resume] = [{ kind: 'restart' }, { kind: 'resume' }] as const satisfies Use[];

/** Returns what finds the moves, in the order of `movesOf`: actions, entities that fail, and those that come back. */
export function createFreeMoves(
  { environment, owing }: StepContext,
  cores: Cores,
  uses: UsesMet,
): (core: number, spent: number) => readonly Own[] {
  const keyOfStrike = createStrikeKeys();
  const stage = stages.restarts(environment);
  return (coreId, spentId) => {
    const [core, spent] = [cores.at(coreId), uses.spentOf(spentId)];
    const free = core.free.flatMap((move): Own[] => {
      const own = { owed: unowed, in: (): Move => move };
      if (move.kind === 'action') {
        const { upTo } = itemAt(environment.actions, move.index);
        if (upTo !== undefined && itemAt(spent.actions, move.index) >= upTo) return [];
        return [{ ...own, stage: stages.actions, key: moveKey(move.index, 'action'), use: move }];
      }
      if (move.kind !== 'crash' && move.kind !== 'halt' && move.kind !== 'pause') return [];
      if (itemAt(spent.faults, move.fault) >= itemAt(environment.faults, move.fault).upTo) return [];
      return [{ ...own, stage: stages.fault(move.fault), key: keyOfStrike(move), use: move }];
    });
    const restarts = spent.down
      .filter((entity) => !core.heldBack.has(entity))
      .map((entity): Own => {
        const [key, owed] = [moveKey(entity, 'restart'), owing.restart(entity)];
        return { stage, key, use: restart, owed, in: () => ({ kind: 'restart', entity }) };
      });
    const resumes = spent.paused.map((entity): Own => {
      const [key, owed] = [moveKey(entity, 'resume'), owing.resume(entity)];
      return { stage, key, use: resume, owed, in: () => ({ kind: 'resume', entity }) };
    });
    return [...free, ...restarts, ...resumes];
  };
}
