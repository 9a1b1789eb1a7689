/**
 * The second executor of random models: the possible moves in a world, and their outcomes. All random choices are tried
 * by starting again.
 */
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Construct } from './constructs.ts';
import { beginDoomed } from './deletions.ts';
import { isCarried, linkDeclared } from './ends.ts';
import { evaluate, nobody } from './evaluate.ts';
import { copyWorld } from './copy-world.ts';
import { channelsOf, collectorOf, policyOf } from './declared.ts';
import { beginLeases, beginOutside } from './leases.ts';
import { complete, startMachine } from './machines.ts';
import { setVariables } from './variables.ts';
import { makeMove } from './making.ts';
import { type Asked, type Move, movesIn, owedTo } from './moves.ts';
import { isPaused, isStanding } from './places.ts';
import { plainMoves } from './plain-steps.ts';
import { perform } from './perform.ts';
import { settle } from './settle.ts';
import { variantsOf } from './variants.ts';
import { entityIn, Failure, isAlive, itemsOf, type Scene, type World } from './world.ts';

/** The outcome of a move; without a world if the run ended with an error. */
export interface Outcome {
  readonly world: World | undefined;
  /** True if an event reached a machine that ignores it. */
  readonly isDropped: boolean;
  /** The properties of keepalive collection that it breaks. */
  readonly wrong: readonly string[];
  /** Those who stop waiting for a turn. */
  readonly relieved: readonly string[];
}

export interface Executor {
  readonly start: () => Outcome[];
  /** Returns the possible moves before the last plain step is done; nothing after it. */
  readonly plainMoves: (world: World) => Move[] | undefined;
  readonly movesIn: (world: World) => Move[];
  readonly make: (world: World, move: Move) => Outcome[];
  /** Returns whose turn a move is; nothing for moves that need not happen. */
  readonly owedTo: (world: World, move: Move) => string | undefined;
  /** The places of the transitions taken. */
  readonly taken: ReadonlySet<number>;
}

/** A move with more choices of chance than this, one after the other, is left alone: it has millions of outcomes. */
const mostChoices = 20;

/** Thrown for a move with too many outcomes. */
export class TooMany extends Error {}

/** Makes an executor for each variant of a check; `reach` hears of what is reached. */
export const createExecutors = (model: Model, check: Check, reach: (construct: Construct) => void): Executor[] =>
  variantsOf(model, check, empty(model, check)).map((steps) => createExecutor({ model, check, steps }, reach));

function createExecutor(
  { model, check, steps }: Omit<Asked, 'receivers'>,
  reach: (construct: Construct) => void,
): Executor {
  const taken = new Set<number>();
  const [channels, policy, collector] = [channelsOf(model), policyOf(model), collectorOf(model)];
  const receivers = check.faults.map(({ of }) =>
    of.flatMap((each) => itemsOf(evaluate({ model, world: empty(model, check) }, nobody, each)).map(entityIn)),
  );
  const play = (from: World, change: (scene: Scene) => void, step = 0): Outcome[] => {
    const outcomes: Outcome[] = [];
    const tryWith = (answers: readonly number[]): void => {
      let [asked, open] = [0, 0];
      const pick = (count: number): number => {
        if (asked >= answers.length && count > 1) open ||= count;
        if (count > 1) asked += 1;
        return count > 1 ? (answers[asked - 1] ?? 0) : 0;
      };
      const world = copyWorld(from);
      const [dropped, relieved]: [string[], string[]] = [[], []];
      const scene: Scene = {
        ...{ model, world, pick, reach, channels, policy, dropped, relieved, perform, step },
        ...{ waiting: undefined, torn: [], collector, wrong: new Set() },
        unoffered: new Set(),
        raised: [],
        events: 0,
        taken: (place) => taken.add(place),
      };
      let isFailed = false;
      try {
        change(scene);
        world.since = world.now;
        world.spent.down = world.spent.down.filter((entity) => !isAlive(scene, entity));
        world.spent.paused = world.spent.paused.filter((entity) => isPaused(scene, entity));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        isFailed = true;
      }
      if (answers.length > mostChoices) throw new TooMany();
      // All answers to what was asked first and not answered yet.
      if (open > 0) for (let answer = 0; answer < open; answer++) tryWith([...answers, answer]);
      else
        outcomes.push({
          ...{ world: isFailed ? undefined : world, isDropped: dropped.length > 0 },
          ...{ wrong: [...scene.wrong], relieved },
        });
    };
    tryWith([]);
    return outcomes;
  };
  const executor: Executor = {
    taken,
    start: () => play(empty(model, check), startAll),
    plainMoves: (world) => plainMoves({ model, check, steps, receivers }, world),
    movesIn: (world) => movesIn({ model, check, receivers }, world),
    make: (world, move) =>
      play(
        world,
        (scene) => {
          makeMove(scene, { check, steps }, move);
        },
        move.kind === 'step' && steps[world.step]?.step.kind === 'send' ? world.step + 1 : 0,
      ),
    owedTo: (world, move) => owedTo(world, move),
  };
  return executor;
}

/** Returns a world in which nothing has happened. */
function empty({ entities, collectors }: Model, { faults, possibilities }: Check): World {
  const life = { existed: false, doomed: false, crashed: false, halted: false, begins: '' } as const;
  return {
    ...{ now: 0, since: 0 },
    ...{ step: 0, until: 0, isWaiting: false, isLingering: false, isOver: false },
    lives: entities.map(({ absent }) => ({ ...life, alive: !absent, existed: !absent, count: absent ? 0 : 1 })),
    active: entities.map(() => null),
    memories: {},
    variables: entities.map(() => ({})),
    ...{ bonds: [], losses: [], agenda: [], held: [], order: 0, numbers: 0, places: {}, settings: {}, modes: {} },
    leases:
      collectors.length === 0
        ? null
        : { ...{ boxes: {}, remote: {}, sequences: {} }, transfers: [], freed: [], graph: '' },
    deferred: entities.map(() => []),
    spent: { faults: faults.map(() => 0), actions: possibilities.map(() => 0), down: [], paused: [] },
  };
}

function startAll(scene: Scene): void {
  const { model, world } = scene;
  for (const { id, kind, source, target, as, notify, quorum } of model.relations) {
    if (isCarried(kind)) linkDeclared(scene, (carrier) => carrier === (kind === 'owns' ? target : source), id);
    else
      world.bonds.push({
        kind,
        source,
        target,
        as: as ?? null,
        notify: notify ?? null,
        key: quorum?.key ?? null,
        least: quorum?.least ?? null,
        sourceLife: -1,
        targetLife: -1,
        declared: id,
      });
  }
  beginLeases(
    scene,
    model.entities.map(({ id }) => id).filter((id) => isAlive(scene, id)),
  );
  beginOutside(scene);
  beginDoomed(scene);
  for (const { id, machine } of model.entities) if (machine !== undefined) setVariables(scene, id, 'start');
  for (const { id, machine } of model.entities) {
    const life = world.lives[id];
    if (machine === undefined || life?.alive !== true) continue;
    if (isStanding(scene, id)) {
      life.begins = 'created';
      continue;
    }
    startMachine(scene, id);
    complete(scene, id);
  }
  settle(scene);
}
