/**
 * The moves that are possible in a state, identified by its core, by what is under way and by what is used up, in the
 * order of `movesOf`. For each: the turn it takes, what it uses up, and what distinguishes it from others with the same
 * core.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { type Environment, type FaultProgram, type Move, type Spent, type Use } from '../../play/environment.ts';
import { receiversOf } from '../../play/strikes.ts';
import type { State } from '../../kernel/run.ts';
import type { Core, Surroundings } from './remembered.ts';
import type { StateCode } from '../state/state-code.ts';
import { unowed } from '../state/state-graph.ts';
import type { UnderWay } from '../state/under-way.ts';
import { itemAt } from '../../../model/lookup.ts';

/** The moves gathered last. */
export interface Moving extends Omit<Gathered, 'clear' | 'add'> {
  /** Gathers the moves of a state, whose list is read already; the other members are about them. */
  readonly gather: (core: Core, spent: number) => void;
  /** Returns the move in a state that was looked up. */
  readonly moveAt: (index: number, state: State) => Move;
}

/** Moves as lists of numbers: creating objects for them would take longer than making the moves. */
interface Gathered {
  readonly clear: () => void;
  readonly add: (key: number, use: Use, owed: number, place: number) => void;
  readonly size: () => number;
  /** Equal for moves that do the same to the same core. */
  readonly keyAt: (index: number) => number;
  readonly useAt: (index: number) => Use;
  readonly owedAt: (index: number) => number;
  /** The index in the list of what is under way, or -1. */
  readonly placeAt: (index: number) => number;
}

/** The kind of a move, in the last digit of a key; its subject comes before it. */
const kinds = {
  due: 0,
  lose: 1,
  duplicate: 2,
  action: 3,
  crash: 4,
  halt: 5,
  restart: 6,
  together: 7,
  pause: 8,
  resume: 9,
} as const;
const kindCount = 10;

const [due, restart, resume] = [{ kind: 'due' }, { kind: 'restart' }, { kind: 'resume' }] as const satisfies Use[];

/** Creates the collector of moves. */
export function createMoving(
  { environment, code, owing }: Surroundings,
  underWay: UnderWay,
  spentOf: (id: number) => Spent,
): Moving {
  const gathered = createGathered();
  const { add } = gathered;
  let timers = 0;
  const disturbing = environment.faults.map(disturbingOf);
  const isMeant = createMeant(environment, code);
  const addDues = ({ timers: armed }: Core): void => {
    timers = armed.length;
    for (const id of armed) add(kindCount * id + kinds.due, due, owing.due(id), -1);
    for (let place = 0; place < underWay.size(); place++) {
      const id = underWay.at(place);
      if (underWay.isFirst(place)) add(kindCount * id + kinds.due, due, owing.due(id), place);
    }
  };
  const addFree = (move: Move): void => {
    if (move.kind === 'action') add(kindCount * move.index + kinds.action, move, unowed, -1);
    if (move.kind !== 'crash' && move.kind !== 'halt' && move.kind !== 'pause') return;
    // Which ones a fault strikes together depends on the core alone.
    const key =
      move.others === undefined ? kindCount * move.entity + kinds[move.kind] : kindCount * move.fault + kinds.together;
    add(key, move, unowed, -1);
  };
  const addDisturbed = (fault: number, use: Disturbing): void => {
    for (let place = 0; place < underWay.size(); place++) {
      const id = underWay.at(place);
      if (!isMeant(fault, id) || (use.kind === 'reorder' && underWay.isFirst(place))) continue;
      // An entry that overtakes others happens as if it were due.
      const kind = use.kind === 'reorder' ? kinds.due : kinds[use.kind];
      add(kindCount * id + kind, use, unowed, place);
    }
  };
  return {
    ...gathered,
    gather(core, spentId) {
      gathered.clear();
      const spent = spentOf(spentId);
      addDues(core);
      for (const move of core.free) if (move.kind === 'action' && !isUsedUp(move.index)) addFree(move);
      for (const [fault, { upTo }] of environment.faults.entries()) {
        if ((spent.faults[fault] ?? 0) >= upTo) continue;
        const use = disturbing[fault];
        if (use !== undefined) addDisturbed(fault, use);
        else for (const move of core.free) if ('fault' in move && move.fault === fault) addFree(move);
      }
      for (const entity of spent.down) {
        if (core.heldBack.has(entity)) continue;
        add(kindCount * entity + kinds.restart, restart, owing.restart(entity), -1);
      }
      for (const entity of spent.paused) add(kindCount * entity + kinds.resume, resume, owing.resume(entity), -1);

      function isUsedUp(index: number): boolean {
        const { upTo } = environment.actions[index] ?? {};
        return upTo !== undefined && (spent.actions[index] ?? 0) >= upTo;
      }
    },
    moveAt(index, state) {
      const place = gathered.placeAt(index);
      return moveOf(
        gathered.useAt(index),
        Math.floor(gathered.keyAt(index) / kindCount),
        state.agenda[place < 0 ? index : timers + place],
      );
    },
  };
}

function createGathered(): Gathered {
  const [keys, uses, owed, places]: [number[], Use[], number[], number[]] = [[], [], [], []];
  return {
    clear() {
      for (const list of [keys, uses, owed, places]) list.length = 0;
    },
    add(key, use, turn, place) {
      keys.push(key);
      uses.push(use);
      owed.push(turn);
      places.push(place);
    },
    size: () => keys.length,
    keyAt: (index) => itemAt(keys, index),
    useAt: (index) => uses[index] ?? due,
    owedAt: (index) => owed[index] ?? unowed,
    placeAt: (index) => itemAt(places, index),
  };
}

/** Creates a table of which faults of the network can affect which entries under way. */
function createMeant({ faults }: Environment, { dues }: StateCode): (fault: number, id: number) => boolean {
  const known = faults.map(() => new Map<number, boolean>());
  return (fault, id) => {
    let is = known[fault]?.get(id);
    if (is === undefined) {
      const { of } = faults[fault] ?? {};
      is = receiversOf(dues.get(id)).some((entity) => of?.has(entity) ?? true);
      known[fault]?.set(id, is);
    }
    return is;
  };
}

interface Disturbing {
  readonly kind: 'lose' | 'duplicate' | 'reorder';
  readonly fault: number;
}

function disturbingOf({ kind }: FaultProgram, fault: number): Disturbing | undefined {
  return kind === 'crash' || kind === 'halt' || kind === 'pause' ? undefined : { kind, fault };
}

function moveOf(use: Use, subject: EntityId, entry: State['agenda'][number] | undefined): Move {
  switch (use.kind) {
    case 'restart':
    case 'resume':
      return { kind: use.kind, entity: subject };
    case 'action':
    case 'crash':
    case 'halt':
    case 'pause':
      return use;
    case 'due':
    case 'lose':
    case 'duplicate':
    case 'reorder':
      if (entry === undefined) throw new Error('An event under way is missing from the state that it was read from.');
      return 'fault' in use ? { kind: use.kind, fault: use.fault, entry } : { kind: use.kind, entry };
  }
}
