/** Shows the page that an address names in its frame, and hides all others. */
import { matrixEvents, type PlanQuestion, type ReportQuestion } from '../../language/src/view/report/question.ts';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import type { Address } from './address.ts';
import type { BookModel, BookResult } from '../../server/src/protocol/book.ts';
import type { FramedPage } from './frames.ts';
import type { Pages } from './pages.ts';

/** The parts of a model that decide what is shown where the address leaves it open. */
export interface ShownModel extends Pick<BookModel, 'uri' | 'crashes'> {
  readonly scenarios: readonly ShownResult[];
  readonly checks: readonly ShownResult[];
}

/** A scenario or check; without a result if it was not run. */
export type ShownResult = Pick<BookResult, 'title'> & Partial<BookResult>;

let latest = 0;

/** Shows the page of an address in a place; a later call supersedes an earlier one. Rejects with what went wrong. */
export async function showFrame(
  waiting: Promise<Pages>,
  model: ShownModel,
  address: Address,
  place: { readonly current: HTMLElement | null },
  counterexample?: RunQuestion,
): Promise<void> {
  latest += 1;
  const own = latest;
  hideAll(place);
  const pages = await waiting;
  if (own !== latest) return;
  const frame = await frameOf(pages, model, address, counterexample);
  if (own !== latest) return;
  hideAll(place);
  if (frame !== undefined) frame.element.hidden = false;
}

function hideAll({ current }: { readonly current: HTMLElement | null }): void {
  for (const frame of current?.querySelectorAll('iframe') ?? []) frame.hidden = true;
}

async function frameOf(
  pages: Pages,
  model: ShownModel,
  address: Address,
  counterexample: RunQuestion | undefined,
): Promise<FramedPage | undefined> {
  const { uri } = model;
  const { view, crash = [], policy = 'default' } = address;
  const title = titleIn(model, address);
  switch (view) {
    case 'overview':
    case 'text':
      return undefined;
    case 'graph': {
      const { frame, link } = await pages.graph(uri);
      frame.element.hidden = false;
      await link.plan(crash.length > 0 ? planOf(crash, { ...address, policy }) : undefined);
      return frame;
    }
    case 'scenarios':
      if (title === undefined) return undefined;
      return (await pages.run(uri, { kind: 'scenario', title, variant: 0 })).frame;
    case 'checks':
      return counterexample === undefined ? undefined : (await pages.run(uri, counterexample)).frame;
    default:
      return (await pages.report(uri, questionOf(address, model))).frame;
  }
}

/** Returns the scenario or check that is shown: the one chosen, or else the first that failed, or else the first. */
export function titleIn({ scenarios, checks }: ShownModel, { view, title }: Address): string | undefined {
  const results = view === 'checks' ? checks : scenarios;
  return title ?? (results.find(({ result }) => result === 'failed') ?? results[0])?.title;
}

function questionOf(address: Address, { crashes }: ShownModel): ReportQuestion {
  const { view, crash = [], end, policy } = address;
  const [first = '', second] = crash;
  if (view === 'isolation' && second !== undefined) return { kind: 'comparison', first, second };
  const ofMatrix = matrixEvents.find((each) => each === end);
  if (view === 'matrix') return { kind: view, ...(ofMatrix !== undefined && { end: ofMatrix }) };
  if (view === 'isolation') return { kind: view };
  if (view === 'points') return { kind: view, ...(policy !== undefined && { policy }) };
  const [worst] = crashes;
  const crashed = crash.length > 0 ? crash : worst === undefined ? [] : [worst.name];
  if (crashed.length === 0) return { kind: 'plan', end: 'start', of: '' };
  return planOf(crashed, address);
}

/** Returns the question about the event of an address that entities meet. */
function planOf([of = '', ...also]: readonly string[], address: Address): PlanQuestion {
  const { end = 'crash', deletion, policy = 'default', against } = address;
  return {
    ...{ kind: 'plan', end, of, policy },
    ...(also.length > 0 && { also }),
    ...(deletion !== undefined && { deletion }),
    ...(against !== undefined && { against }),
  };
}
