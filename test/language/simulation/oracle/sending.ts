/** Sends events in the world of the second executor. */
import { travel } from './places.ts';
import { keepSent } from './transfers.ts';
import { entityIn, itemsOf, type Message, type Scene, schedule, type Value } from './world.ts';

/** Sends an event to each of some entities. */
export function send(
  scene: Scene,
  { from, event, values }: Pick<Message, 'from' | 'event' | 'values'>,
  receivers: Value,
): void {
  for (const parameter of scene.model.events.find(({ name }) => name === event)?.parameters ?? [])
    if (values.length === 0) throw new Error(`${event} has no ${parameter.name}.`);
  for (const receiver of itemsOf(receivers)) sendTo(scene, from, entityIn(receiver), event, values);
}

function sendTo(scene: Scene, from: number | null, to: number, event: string, values: readonly Value[]): void {
  const { world, reach } = scene;
  // Nothing overtakes what was sent earlier between the same two entities.
  const earlier = [...world.agenda, ...world.held].filter(
    ({ due }) => due.kind === 'message' && due.message.from === from && due.message.to === to && from !== null,
  );
  const number = world.numbers;
  world.numbers += 1;
  const { at, isLost, isOrdered } = travel(scene, { from, to, earlier: earlier.map((entry) => entry.at) });
  if (isLost) {
    reach('message lost by its channel');
    return;
  }
  const step = from === null ? scene.step : 0;
  const message: Message = { from, to, event, values, isOrdered, step, mark: '', number };
  keepSent(scene, message);
  schedule(world, at, { kind: 'message', message });
}
