/**
 * The plan or the comparison that lies over the graph of a panel: requests it from the server and sends it to the page.
 */
import { changesGraphRequest, type ChangesGraph } from '../../../server/src/protocol/changes-protocol.ts';
import { planRequest, type OfDocument } from '../../../server/src/protocol/protocol.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { ChangesQuestion, PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { MessageToPage } from '../../webview/graph/messages.ts';
import type { Ask } from '../server/server-link.ts';

/** A plan, or a comparison with an earlier version. */
export type ChosenOverlay = PlanQuestion | ChangesQuestion;

/** What a panel knows of its overlay. */
export interface OverlayState {
  chosen: ChosenOverlay | undefined;
  /** Ends the comparison that is under way. */
  comparing: AbortController | undefined;
  /** The step at which the page shows the next plan; null for the whole plan. */
  step: number | null | undefined;
  plan: PlanOverlay | undefined;
  /** The number of the latest request; answers to earlier ones are dropped. */
  latest: number;
}

/** The part of the panel's environment that an overlay needs. */
export interface OverlayWorld {
  readonly ask: Ask;
  /** Makes sure that the server knows a document; rejects if it does not exist. */
  readonly open: (uri: string) => Promise<void>;
  readonly post: (message: MessageToPage) => void;
  readonly log: (message: string) => void;
}

/** Compares the document with the earlier version that was chosen; undefined without one, or if it cannot be compared. */
export async function compareWithEarlier(
  world: OverlayWorld,
  shown: OverlayState,
  { uri }: OfDocument,
): Promise<ChangesGraph | undefined> {
  const { chosen } = shown;
  shown.comparing?.abort();
  if (chosen?.kind !== 'changes') return undefined;
  const comparing = new AbortController();
  shown.comparing = comparing;
  try {
    await world.open(chosen.base);
    const answer = await world.ask(changesGraphRequest, { uri, question: chosen }, comparing.signal);
    if (!('refusal' in answer)) return answer;
    // A text that is being edited may have errors; until it has none, its plain graph is shown.
    world.log(answer.refusal);
  } catch (error) {
    if (!comparing.signal.aborted) world.log(`The comparison with ${chosen.name} failed: ${String(error)}`);
  }
  return undefined;
}

/** Asks for the plan again and sends it to the page. */
export async function refreshPlan(
  world: OverlayWorld,
  shown: OverlayState,
  document: OfDocument,
  chosen: PlanQuestion | undefined,
): Promise<void> {
  const { latest } = shown;
  const answer = chosen && (await world.ask(planRequest, { uri: document.uri, question: chosen }));
  if (latest !== shown.latest) return;
  // A name that is being edited may come back; until then no plan is shown, but none is forgotten either.
  if (answer !== undefined && 'refusal' in answer) world.log(answer.refusal);
  tellPlan(world, shown, answer === undefined || 'refusal' in answer ? undefined : answer);
}

/** Sends the page the plan or the comparison that it shows, or that it shows none any more. */
export function tellPlan(world: OverlayWorld, shown: OverlayState, plan: PlanOverlay | undefined): void {
  const wasShown = shown.plan !== undefined;
  shown.plan = plan;
  if (plan === undefined && !wasShown) return;
  const { step } = shown;
  world.post({ type: 'plan', plan: plan ?? null, ...(plan !== undefined && step !== undefined && { step }) });
  shown.step = undefined;
}
