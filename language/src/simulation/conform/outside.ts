/** What a line reports from outside the model, as moves of an environment: events, faults, actions. */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName } from '../../model/model.ts';
import type { Environment, FaultProgram, Move, PossibleAction } from '../play/environment.ts';
import { canFail, type Interference, type LoggedStep, reportedAction } from '../play/recording/interventions.ts';
import { eventWith, omittedArguments, takenActions } from '../play/outside-events.ts';
import { isPaused } from '../kernel/lease/lease-settings.ts';
import { isAlive } from '../kernel/graph-now.ts';
import type { Program, Run } from '../kernel/run.ts';
import type { LogFact } from './fact.ts';

/** A move that a line reports, and how a trace writes it. */
export interface OutsideMove {
  readonly move: Move;
  readonly written: Interference | LoggedStep;
}

/** The outside world as a log reports it. */
export interface Outside {
  readonly environment: Environment;
  /** Returns the moves that may be what a line reports; none if it reports something else. */
  readonly movesFor: (run: Run, said: LogFact) => readonly OutsideMove[];
  /** Returns true if what a line reports may be more than these, as it omits values of which there are too many. */
  readonly isSome: (said: LogFact) => boolean;
}

/** The number of a fault that uses up nothing. */
const unlimited = -1;

/** Creates the outside world; `faults` may happen without a line. */
export function createOutside(program: Program, clock: 'any' | 'exact', faults: readonly FaultProgram[]): Outside {
  const actions: PossibleAction[] = [];
  const numbers = new Map<string, number>();
  const taken = takenActions(program);
  const environment: Environment = { clock, horizon: undefined, patience: 0, faults, actions };
  /** Returns the number of an action, which is made once; -1 if there is none. */
  const numberOf = (key: string, make: () => PossibleAction | undefined): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const action = make();
    const number = action === undefined ? -1 : actions.push(action) - 1;
    numbers.set(key, number);
    return number;
  };
  const byAction = (index: number, written: OutsideMove['written']): readonly OutsideMove[] =>
    index < 0 ? [] : [{ move: { kind: 'action', index }, written }];
  const event = ({ name, values }: LogFact, entity: EntityId): readonly OutsideMove[] => {
    const to = entityName(program.model, entity);
    const omitted = values === undefined ? omittedArguments(program, entity, name) : undefined;
    const known = values ?? (omitted?.kind === 'any' ? omitted.arguments : undefined);
    const key = JSON.stringify([name, entity, known]);
    if (known === undefined) {
      const find = (): PossibleAction | undefined => taken.find((each) => each.event === name && each.to === entity);
      return byAction(numberOf(key, find), { kind: 'send', event: name, to });
    }
    const index = numberOf(key, () => eventWith(program, entity, name, known));
    return byAction(index, { kind: 'event', event: name, to, arguments: known });
  };
  return {
    environment,
    movesFor(run, said) {
      const { entity, kind, name } = said;
      if (kind === 'action') {
        return byAction(
          numberOf(`action ${name}`, () => reportedAction(program, name)),
          { kind: 'act', action: name },
        );
      }
      if (entity === undefined) return [];
      if (kind === 'event') return isAlive(run.state, entity) ? event(said, entity) : [];
      if (kind === 'lost') return losses(run, said);
      return kind === 'fault' ? faultMoves(run, entity, name) : [];
    },
    isSome: ({ kind, entity, name, values }) =>
      kind === 'event' &&
      entity !== undefined &&
      values === undefined &&
      omittedArguments(program, entity, name)?.kind === 'some',
  };
}

function losses({ state }: Run, { entity, name, from }: LogFact): readonly OutsideMove[] {
  return state.agenda.flatMap((entry, index) => {
    if (entry.due.kind !== 'message') return [];
    const { message } = entry.due;
    const isMeant = message.to === entity && message.event === name && (from === undefined || message.from === from);
    if (!isMeant || message.from === undefined) return [];
    return [{ move: { kind: 'lose', fault: unlimited, entry }, written: { kind: 'lose', entry: index } }] as const;
  });
}

function faultMoves(run: Run, entity: EntityId, name: string): readonly OutsideMove[] {
  const written = entityName(run.program.model, entity);
  switch (name) {
    case 'crash':
    case 'halt':
      if (!canFail(run, name, entity)) return [];
      return [{ move: { kind: name, fault: unlimited, entity }, written: { kind: name, entity: written } }];
    case 'restart':
      if (!canFail(run, name, entity)) return [];
      return [{ move: { kind: name, entity }, written: { kind: name, entity: written } }];
    case 'pause':
    case 'resume': {
      const isNode = run.program.model.entities[entity]?.kind === 'node';
      if (!isNode || isPaused(run, entity) !== (name === 'resume')) return [];
      const move: Move = name === 'pause' ? { kind: name, fault: unlimited, entity } : { kind: name, entity };
      return [{ move, written: { kind: name, entity: written } }];
    }
    default:
      return [];
  }
}
