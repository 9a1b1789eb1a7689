/** Carries out actions in the world of the second executor. */
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { deleteObjects, evict } from './deletions.ts';
import { collect, crash, create, destroy, restart } from './ends.ts';
import { policyOf } from './declared.ts';
import { evaluate, holds } from './evaluate.ts';
import { assign } from './variables.ts';

import { send } from './sending.ts';
import { byClock } from './places.ts';
import { move } from './transfers.ts';
import {
  type Around,
  type Due,
  entityIn,
  Failure,
  isAlive,
  isRunning,
  itemsOf,
  type Scene,
  schedule,
  takeBack,
  type Value,
} from './world.ts';

/** Carries out actions in order. */
export function perform(scene: Scene, around: Around, actions: readonly Action[]): void {
  for (const action of actions) performOne(scene, around, action);
}

function performOne(scene: Scene, around: Around, action: Action): void {
  const value = (expression: Expression): Value => evaluate(scene, around, expression);
  switch (action.kind) {
    case 'assign':
    case 'set': {
      const { of, name, key } = action.target;
      const at = key === undefined ? undefined : value(key);
      if (of === undefined) {
        assign(scene, around.self, name, at, value(action.value));
        return;
      }
      if (around.self >= 0) scene.reach('setting set by a machine');
      for (const each of itemsOf(value(of))) set(scene, entityIn(each), name, value(action.value));
      return;
    }
    case 'send': {
      const values = action.arguments.map(value);
      if (action.after !== undefined) {
        const wait = value(action.after);
        if (typeof wait !== 'object' || wait === null || !('ms' in wait)) throw new Failure('run/value');
        if (wait.ms < 0) throw new Failure('run/range');
        for (const to of itemsOf(value(action.to)).map(entityIn))
          schedule(scene.world, scene.world.now + byClock(scene, around.self, wait.ms), {
            kind: 'waiting',
            entity: around.self,
            to,
            event: action.event,
            values,
          });
        return;
      }
      send(scene, { from: around.self < 0 ? null : around.self, event: action.event, values }, value(action.to));
      return;
    }
    case 'cancel': {
      const isOwn = (due: Due): boolean =>
        due.kind === 'waiting' && due.entity === around.self && due.event === action.event;
      if (scene.world.agenda.some(({ due }) => isOwn(due))) scene.reach('delayed message cancelled');
      takeBack(scene, isOwn);
      return;
    }
    case 'raise': {
      const values = action.arguments.map(value);
      if (!isRunning(scene.world, around.self)) return;
      const ends = { from: around.self, to: around.self, event: action.event, values };
      scene.raised.push({
        entity: around.self,
        message: { ...ends, isOrdered: true, step: 0, mark: '', number: -1 },
      });
      return;
    }
    case 'log':
    case 'report':
      value(action.text);
      return;
    case 'if':
      perform(scene, around, holds(scene, action.condition, around) ? action.then : action.else);
      return;
    case 'for':
      for (const item of itemsOf(value(action.set)))
        perform(scene, { ...around, names: { ...around.names, [action.variable]: item } }, action.body);
      return;
    case 'link':
    case 'unlink':
      for (const { target, as } of action.targets) {
        const ends = { source: entityIn(value(action.source)), target: entityIn(value(target)) };
        if (action.kind === 'link') link(scene, action.relation, ends, as ?? null);
        else unlink(scene, action.relation, ends);
      }
      return;
    case 'collect':
      collect(scene, action.moment);
      return;
    case 'move':
      move(scene, entityIn(value(action.subject)), entityIn(value(action.to)));
      return;
    default:
      end(scene, around, action);
  }
}

function end(
  scene: Scene,
  around: Around,
  action: Extract<Action, { readonly targets: readonly Expression[]; readonly policy: Expression | undefined }>,
): void {
  const targets = action.targets.flatMap((each) => itemsOf(evaluate(scene, around, each))).map(entityIn);
  if (action.kind === 'delete') deleteObjects(scene, targets, action.mode);
  else if (action.kind === 'destroy') destroy(scene, targets);
  else if (action.kind === 'evict') evict(scene, targets);
  else if (action.kind === 'crash' || action.kind === 'halt') {
    const named = action.policy === undefined ? undefined : evaluate(scene, around, action.policy);
    const policy = typeof named === 'string' ? policyOf(scene.model, named.slice(1)) : scene.policy;
    if (policy !== scene.policy) scene.reach('crash under another policy');
    crash(scene, targets, action.kind === 'halt', policy);
  } else {
    for (const target of targets) {
      if (action.kind === 'create') create(scene, target);
      else if (action.kind === 'restart') restart(scene, target);
      else throw new Error(`Random models have no ${action.kind}.`);
    }
  }
}

/** Sets a variable or setting from outside. */
function set(scene: Scene, entity: number, name: string, value: Value): void {
  if (scene.world.variables[entity]?.[name] !== undefined) assign(scene, entity, name, undefined, value);
  else scene.world.settings[`${entity} ${name}`] = value;
}

interface Ends {
  readonly source: number;
  readonly target: number;
}

/** Adds a relation between living entities. */
function link(scene: Scene, kind: string, { source, target }: Ends, as: string | null): void {
  const { world } = scene;
  if (!isAlive(scene, source) || !isAlive(scene, target)) return;
  const [sourceLife, targetLife] = [world.lives[source]?.count ?? 0, world.lives[target]?.count ?? 0];
  if (kind !== 'refers' && kind !== 'owns' && kind !== 'holds') throw new Failure(`Random models link no ${kind}.`);
  scene.reach('link made');
  world.bonds.push({
    ...{ kind, source, target, as, notify: null, key: null, least: null },
    ...{ sourceLife, targetLife, declared: -1 },
  });
  world.losses = world.losses.filter((loss) => loss[0] !== source || loss[1] !== kind || loss[2] !== target);
}

/** Removes the latest relation of a pair. */
function unlink(scene: Scene, kind: string, { source, target }: Ends): void {
  const { world, reach } = scene;
  const latest = world.bonds.findLastIndex(
    (bond) => bond.kind === kind && bond.source === source && bond.target === target,
  );
  if (latest < 0) return;
  reach('link cut');
  world.bonds.splice(latest, 1);
}
