/** Runs to explored states: a click shows one, and the graph follows its steps. */
import { exploredRunRequest } from '../../../server/src/protocol/machine-protocol.ts';
import type { MachineSubject } from '../../webview/machine/messages.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import { type SessionWorld, tellFailure } from '../page/page-session.ts';
import type { Ask } from '../server/server-link.ts';
import { isSameRun, type RunPosition } from '../page/run-position.ts';

/** A run to an explored state, and the states after each of its steps, from the start on. */
export interface ExploredWay {
  readonly subject: RunSubject;
  readonly states: readonly string[];
}

/** The parts of the environment of a panel that a run needs. */
interface WayWorld extends SessionWorld {
  readonly ask: Ask;
  readonly post: (message: { readonly type: 'failed' | 'unshown'; readonly message: string }) => void;
  readonly showRun: (subject: RunSubject, step: number) => void;
}

/** Shows a shortest run to an explored state, and returns it; groups and transitions have none. */
export async function showWay(
  world: WayWorld,
  { uri, title, machine }: MachineSubject,
  id: string,
): Promise<ExploredWay | undefined> {
  if (!/^s\d+$/.test(id)) return undefined;
  try {
    const answer = await world.ask(exploredRunRequest, { uri, title: machine, state: id });
    if ('refusal' in answer) {
      world.post({ type: 'unshown', message: answer.refusal });
      return undefined;
    }
    const { question, states } = answer;
    const subject = { uri, title, question };
    world.showRun(subject, states.length - 1);
    return { subject, states };
  } catch (error) {
    tellFailure(world, 'The run cannot be shown', error);
    return undefined;
  }
}

/** Returns the state at a step of the run that was shown; nothing for other runs. */
export const stateAt = (way: ExploredWay | undefined, position: RunPosition | undefined): string | undefined =>
  position !== undefined && isSameRun(position.subject, way?.subject) ? way?.states[position.step] : undefined;
