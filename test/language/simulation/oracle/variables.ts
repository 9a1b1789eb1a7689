/** The variables of machines in the world of the second executor. */
import { evaluate } from './evaluate.ts';
import { machineOf } from './machines.ts';
import { asType, firstValue, fits } from './types.ts';
import { Failure, type Scene, type Value } from './world.ts';

/** Sets the initial variables of an entity; after a restart all but the persistent ones. */
export function setVariables(scene: Scene, entity: number, occasion: 'start' | 'create' | 'restart'): void {
  const machine = machineOf(scene, entity);
  const variables = scene.world.variables[entity];
  if (machine === undefined || variables === undefined) return;
  for (const { name, type, initial } of occasion === 'create' ? [] : machine.parameters) {
    const { settings = [], classes = [] } = scene.model.entities[entity] ?? {};
    const said = settings.find((setting) => setting.name === name)?.value ?? initial;
    if (classes.length > 0 && said !== initial) scene.reach('parameter of a class');
    variables[name] =
      said === undefined ? firstValue(type) : asType(evaluate(scene, { self: entity, names: {} }, said), type);
  }
  for (const { name, type, initial, persistent } of machine.variables) {
    if (occasion === 'restart' && persistent) {
      scene.reach('persistent variable kept');
      continue;
    }
    variables[name] =
      initial === undefined ? firstValue(type) : asType(evaluate(scene, { self: entity, names: {} }, initial), type);
  }
}

/** Writes a variable of the machine itself. */
export function assign(scene: Scene, entity: number, name: string, key: Value | undefined, value: Value): void {
  const machine = machineOf(scene, entity);
  const variables = scene.world.variables[entity];
  const type = [...(machine?.parameters ?? []), ...(machine?.variables ?? [])].find((each) => each.name === name)?.type;
  if (type === undefined || variables === undefined) throw new Failure('run/value');
  let after = asType(value, type);
  if (key !== undefined) {
    const map = variables[name];
    if (type.kind !== 'map' || typeof map !== 'object' || map === null || !('entries' in map))
      throw new Failure('run/value');
    if (!fits(scene.model, key, type.key)) throw new Failure('run/range');
    const entries = Object.entries(map.entries).filter(([each]) => each !== JSON.stringify(key));
    const changed =
      JSON.stringify(value) === JSON.stringify(map.otherwise) ? [] : [[JSON.stringify(key), value] as const];
    after = { entries: Object.fromEntries([...entries, ...changed].sort()), otherwise: map.otherwise };
  }
  if (!fits(scene.model, after, type)) {
    scene.reach('range left');
    throw new Failure('run/range');
  }
  variables[name] = after;
}
