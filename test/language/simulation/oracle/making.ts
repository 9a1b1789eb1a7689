/** Applies moves in the world of the second executor. */
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { passTo } from './clock.ts';
import { crash, restart } from './ends.ts';
import { nobody } from './evaluate.ts';
import { happen } from './happening.ts';
import type { Move } from './moves.ts';
import { perform } from './perform.ts';
import { settle } from './settle.ts';
import { forget } from './transfers.ts';
import type { PlainStep } from './variants.ts';
import type { Due, Entry, Scene } from './world.ts';

interface Made {
  readonly check: Check;
  readonly steps: readonly PlainStep[];
}

/** Makes a move. */
export function makeMove(scene: Scene, { check, steps }: Made, move: Move): void {
  const { world } = scene;
  world.isLingering = false;
  change(scene, { check, steps }, move);
}

function change(scene: Scene, { check, steps }: Made, move: Move): void {
  const { world, reach } = scene;
  const { spent, agenda } = world;
  if ('fault' in move) {
    spent.faults[move.fault] = (spent.faults[move.fault] ?? 0) + 1;
    if (!world.isOver) reach('fault after a plain step');
    if (world.isWaiting && world.now > world.since && world.now < world.until) reach('fault during a plain step');
  }
  if (world.now > world.since && (agenda[0]?.at ?? 0) > world.now)
    reach('fault' in move ? 'fault between two instants' : 'environment between two instants');
  if (move.kind === 'due' && check.clock === 'exact' && agenda[1]?.at === world.now) reach('two things at one time');
  switch (move.kind) {
    case 'step':
      if (world.isWaiting) {
        passTo(world, world.until);
        world.isWaiting = false;
      } else takeStep(scene, steps);
      return;
    case 'due':
    case 'reorder':
    case 'lose': {
      const [entry] = agenda.splice(move.place, 1);
      if (entry === undefined) return;
      if (move.kind !== 'due')
        reach(move.kind === 'lose' ? 'message lost by a fault' : 'message that overtook another');
      if (move.kind === 'lose') {
        if (entry.due.kind === 'message') forget(scene, entry.due.message);
        return;
      }
      passTo(world, entry.at);
      happen(scene, entry.due);
      return;
    }
    case 'duplicate': {
      const entry = agenda[move.place];
      if (entry === undefined) return;
      const { due } = entry;
      const copied: Due = due.kind === 'message' ? { ...due, message: { ...due.message, mark: 'copy' } } : due;
      const copy: Entry = { ...entry, due: copied };
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
    case 'resume':
      world.settings[`${move.entity} paused`] = false;
      reach('pause that ends');
      settle(scene);
      return;
    case 'pause':
      if (move.all.length > 1) reach('fault of several together');
      reach('node paused');
      for (const id of move.all) world.settings[`${id} paused`] = true;
      spent.paused = [...spent.paused, ...move.all].sort((a, b) => a - b);
      settle(scene);
      return;
    default:
      reach(move.kind === 'halt' ? 'PD halted' : 'PD crashed');
      if (move.all.length > 1) reach('fault of several together');
      crash(scene, move.all, move.kind === 'halt');
      if (move.kind === 'crash') spent.down = [...spent.down, ...move.all].sort((a, b) => a - b);
      settle(scene);
  }
}

function takeStep(scene: Scene, steps: readonly PlainStep[]): void {
  const { world, reach } = scene;
  const next = steps[world.step];
  world.step += 1;
  if (next === undefined) return;
  const { step, around } = next;
  perform(scene, around, [step as Action]);
  settle(scene);
  reach('plain step');
  if (Object.keys(around.names).length > 0) reach('plain step of a "for"');
}

/** Lets the environment act: what it sends arrives before anything else. */
function act(scene: Scene, { possibilities }: Check, index: number): void {
  const { world, reach } = scene;
  const action = possibilities[index]?.action;
  if (action === undefined) return;
  const before = world.agenda.length;
  const known = new Set([...world.agenda, ...world.held]);
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
