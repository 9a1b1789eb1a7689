/**
 * The second executor of random models: what may happen in a world, and what comes of it. Chance is answered in every
 * way by starting again.
 */
import type { Action } from '../../../../language/src/model/action.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Construct } from './constructs.ts';
import { deleteAbandoned } from './deletions.ts';
import { crash, linkDeclared, restart } from './ends.ts';
import { evaluate, nobody } from './evaluate.ts';
import { channelOf, policyOf } from './declared.ts';
import { complete, fire, offer, setVariables, startMachine } from './machines.ts';
import type { Move } from './moves.ts';
import { movesIn, owedTo } from './moves.ts';
import { plainMoves } from './plain-steps.ts';
import { perform } from './perform.ts';
import { settle } from './settle.ts';
import type { Due, Entry, Message, Scene, World } from './world.ts';
import { entityIn, Failure, isAlive, itemsOf } from './world.ts';

/** What a move came to; no world where the run ended with a mistake. */
export interface Outcome {
  readonly world: World | undefined;
  /** Whether an event reached a machine that does nothing with it. */
  readonly isDropped: boolean;
  /** Who does not go on waiting for a turn. */
  readonly relieved: readonly string[];
}

export interface Executor {
  readonly start: () => Outcome[];
  /** Returns what may happen before the last plain step is done; nothing if it is. */
  readonly plainMoves: (world: World) => Move[] | undefined;
  readonly movesIn: (world: World) => Move[];
  readonly make: (world: World, move: Move) => Outcome[];
  /** Whose turn a move is; nothing for what need not happen. */
  readonly owedTo: (world: World, move: Move) => string | undefined;
  /** The places of the transitions that were taken. */
  readonly taken: ReadonlySet<number>;
}

/** Makes an executor of a check; `reach` hears of what is reached. */
export function createExecutor(model: Model, check: Check, reach: (construct: Construct) => void): Executor {
  const taken = new Set<number>();
  const [channel, policy] = [channelOf(model), policyOf(model)];
  const receivers = check.faults.map(({ of }) =>
    of.flatMap((each) => itemsOf(evaluate({ model, world: empty(model, check) }, nobody, each)).map(entityIn)),
  );
  const play = (from: World, change: (scene: Scene) => void, step = 0): Outcome[] => {
    const text = JSON.stringify(from);
    const outcomes: Outcome[] = [];
    const tryWith = (answers: readonly number[]): void => {
      let [asked, open] = [0, 0];
      const pick = (count: number): number => {
        if (asked >= answers.length && count > 1) open ||= count;
        if (count > 1) asked += 1;
        return count > 1 ? (answers[asked - 1] ?? 0) : 0;
      };
      const world = JSON.parse(text) as World;
      const [dropped, relieved]: [string[], string[]] = [[], []];
      const scene: Scene = {
        ...{ model, world, pick, reach, channel, policy, dropped, relieved, perform, step },
        unoffered: new Set(),
        taken: (place) => taken.add(place),
      };
      let isFailed = false;
      try {
        change(scene);
        world.since = world.now;
        world.spent.down = world.spent.down.filter((entity) => !isAlive(scene, entity));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        isFailed = true;
      }
      // All answers to what was asked first and not answered yet.
      if (open > 0) for (let answer = 0; answer < open; answer++) tryWith([...answers, answer]);
      else outcomes.push({ world: isFailed ? undefined : world, isDropped: dropped.length > 0, relieved });
    };
    tryWith([]);
    return outcomes;
  };
  const executor: Executor = {
    taken,
    start: () => play(empty(model, check), startAll),
    plainMoves: (world) => plainMoves({ model, check, receivers }, world),
    movesIn: (world) => movesIn({ model, check, receivers }, world),
    make: (world, move) =>
      play(
        world,
        (scene) => {
          makeMove(scene, check, move);
        },
        move.kind === 'step' && check.steps[world.step]?.kind === 'send' ? world.step + 1 : 0,
      ),
    owedTo: (world, move) => owedTo(world, move),
  };
  return executor;
}

/** A world in which nothing has happened. */
function empty({ entities }: Model, { faults, possibilities }: Check): World {
  const life = { existed: false, doomed: false, crashed: false, halted: false, begins: '' } as const;
  return {
    ...{ now: 0, since: 0 },
    ...{ step: 0, until: 0, isOver: false, done: 0 },
    lives: entities.map(({ absent }) => ({ ...life, alive: !absent, existed: !absent, count: absent ? 0 : 1 })),
    leaves: entities.map(() => -1),
    variables: entities.map(() => ({})),
    ...{ bonds: [], losses: [], agenda: [], settings: {}, modes: {} },
    deferred: entities.map(() => []),
    spent: { faults: faults.map(() => 0), actions: possibilities.map(() => 0), down: [] },
  };
}

function startAll(scene: Scene): void {
  const { model, world } = scene;
  for (const { id, kind, source, target } of model.relations) {
    if (!['needs', 'dies with', 'destroyed after', 'contains', 'feeds'].includes(kind))
      linkDeclared(scene, (carrier) => carrier === (kind === 'owns' ? target : source), id);
    else world.bonds.push({ kind, source, target, as: null, sourceLife: -1, targetLife: -1, declared: id });
  }
  for (const { id, machine } of model.entities) if (machine !== undefined) setVariables(scene, id, 'start');
  for (const { id, machine } of model.entities) {
    if (machine === undefined || !isAlive(scene, id)) continue;
    startMachine(scene, id);
    complete(scene, id);
  }
  settle(scene);
}

function happen(scene: Scene, due: Due): void {
  switch (due.kind) {
    case 'message':
      arrive(scene, due.message);
      break;
    case 'timer':
      fire(scene, due.entity, due.state, due.transition);
      break;
    case 'deletion':
      deleteAbandoned(scene, due.entity, due.life);
  }
  settle(scene);
}

function arrive(scene: Scene, message: Message): void {
  const { world, reach } = scene;
  const { to, event, values, mark } = message;
  if (!isAlive(scene, to)) {
    reach('message to what is not alive');
    return;
  }
  if (mark === 'copy') reach('duplicate delivered');
  const became = offer(scene, to, event, values);
  if (became === 'deferred') {
    reach('event deferred');
    world.deferred[to] = [...(world.deferred[to] ?? []), { ...message, mark: '' }];
  }
  if (became === 'dropped' && scene.model.entities[to]?.machine !== undefined) {
    reach('event dropped');
    scene.dropped.push(event);
  }
  if (became === 'taken' && event !== 'restarted') reach('event taken');
  complete(scene, to);
}

function makeMove(scene: Scene, check: Check, move: Move): void {
  const { world } = scene;
  const before = { ...world };
  const isDue = move.kind === 'due' || move.kind === 'reorder';
  if (!isDue) world.done = 0;
  change(scene, check, move);
  if (!isDue && move.kind !== 'step' && world.now === before.now) world.done = Math.max(before.done, world.done);
}

function change(scene: Scene, check: Check, move: Move): void {
  const { world, reach } = scene;
  const { spent, agenda } = world;
  if ('fault' in move) {
    spent.faults[move.fault] = (spent.faults[move.fault] ?? 0) + 1;
    if (!world.isOver) reach('fault after a plain step');
  }
  if (world.now > world.since && (agenda[0]?.at ?? 0) > world.now)
    reach('fault' in move ? 'fault between two instants' : 'environment between two instants');
  if (move.kind === 'due' && check.clock === 'exact' && agenda[1]?.at === world.now) reach('two things at one time');
  switch (move.kind) {
    case 'step':
      if (world.until > world.now) passTo(world, world.until);
      else takeStep(scene, check);
      return;
    case 'due':
    case 'reorder':
    case 'lose': {
      const [entry] = agenda.splice(move.place, 1);
      if (entry === undefined) return;
      if (move.kind !== 'due')
        reach(move.kind === 'lose' ? 'message lost by a fault' : 'message that overtook another');
      if (move.kind === 'lose') return;
      passTo(world, entry.at);
      world.done += 1;
      happen(scene, entry.due);
      return;
    }
    case 'duplicate': {
      const entry = agenda[move.place];
      if (entry?.due.kind !== 'message') return;
      const copy: Entry = { ...entry, due: { ...entry.due, message: { ...entry.due.message, mark: 'copy' } } };
      agenda.splice(move.place + 1, 0, copy);
      return;
    }
    case 'action':
      if (check.possibilities[move.index]?.upTo !== undefined)
        spent.actions[move.index] = (spent.actions[move.index] ?? 0) + 1;
      act(scene, check, move.index);
      return;
    case 'restart':
      restart(scene, move.entity);
      settle(scene);
      return;
    default:
      reach(move.kind === 'halt' ? 'PD halted' : 'PD crashed');
      crash(scene, move.entity, move.kind === 'halt');
      if (move.kind === 'crash') spent.down = [...spent.down, move.entity].sort((a, b) => a - b);
      settle(scene);
  }
}

function passTo(world: World, time: number): void {
  if (time > world.now) [world.now, world.done] = [time, 0];
}

function takeStep(scene: Scene, { steps }: Check): void {
  const { world, reach } = scene;
  const step = steps[world.step];
  world.step += 1;
  if (step?.kind === 'set') perform(scene, nobody, [{ ...step, kind: 'assign' }]);
  else perform(scene, nobody, [step as Action]);
  settle(scene);
  reach('plain step');
}

/** The environment acts: what it sends arrives before anything else. */
function act(scene: Scene, { possibilities }: Check, index: number): void {
  const { world, reach } = scene;
  const action = possibilities[index]?.action;
  if (action === undefined) return;
  const before = world.agenda.length;
  const known = new Set(world.agenda);
  perform(scene, nobody, [action]);
  settle(scene);
  reach(action.kind === 'send' ? 'environment sends' : 'environment acts');
  if (before > 0) reach('environment before what is under way');
  for (;;) {
    const place = world.agenda.findIndex(
      (entry) => !known.has(entry) && entry.due.kind === 'message' && entry.due.message.from === null,
    );
    const [entry] = place < 0 ? [] : world.agenda.splice(place, 1);
    if (entry === undefined) return;
    happen(scene, entry.due);
  }
}
