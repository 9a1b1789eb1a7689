/** How an event gets on its way in the world of the second executor. */
import type { Message, Scene, Value } from './world.ts';
import { entityIn, itemsOf, schedule } from './world.ts';

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
  const { world, pick, reach } = scene;
  const channel = from === null || from === to ? undefined : scene.channel;
  const delay = channel === undefined ? 0 : channel.least + pick(channel.most - channel.least + 1);
  const isOrdered = channel?.isOrdered ?? true;
  const [lost, of] = channel?.loss ?? [0, 1];
  // Nothing overtakes what was sent earlier between the same two.
  const earlier = world.agenda.filter(
    ({ due }) => due.kind === 'message' && due.message.from === from && due.message.to === to && from !== null,
  );
  if (lost > 0 && pick(of) < lost) {
    reach('message lost by its channel');
    return;
  }
  const at = isOrdered ? Math.max(world.now + delay, ...earlier.map((entry) => entry.at)) : world.now + delay;
  schedule(world, at, {
    kind: 'message',
    message: { from, to, event, values, isOrdered, step: from === null ? scene.step : 0, mark: '' },
  });
}
