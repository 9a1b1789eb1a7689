/** The answers of each interface to questions about crashes, through the functions it actually calls. */
import assert from 'node:assert/strict';
import { lensTitle } from '../../../server/src/features/code-lenses.ts';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { crash, parse, type Answer, type ParsedModel } from '../../../server/src/library/api.ts';
import { makePlan } from '../../../server/src/questions/plans/make-plan.ts';
import { reportPlan } from '../../../server/src/questions/plans/plan-report.ts';
import { pairsJson } from '../../../language/src/analysis/plan/plan-json.ts';
import { overlayOf } from '../../../server/src/features/plans.ts';
import { reportSteps } from '../../../server/src/features/reports.ts';
import { usualSettings } from '../../../server/src/workspace/settings.ts';
import type { PlanEffectKind } from '../../../language/src/view/report/plan-overlay.ts';
import type { Report, ReportTimeline } from '../../../language/src/view/report/report.ts';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import { openInMemory, type InMemory } from '../in-memory.ts';

export const fates = ['destroyed', 'broken', 'degraded', 'dangling'] as const;
export type Fate = (typeof fates)[number];
type Named = readonly { readonly name: string; readonly because?: readonly { readonly fact: string }[] }[];

/** The common answer to a crash: names, sorted, and the steps in which they are destroyed. */
export interface Fates {
  readonly destroyed: readonly string[];
  readonly broken: readonly string[];
  readonly degraded: readonly string[];
  readonly dangling: readonly string[];
  readonly order: readonly (readonly string[])[];
}

export interface CrashJson extends Readonly<Record<Fate, Named>> {
  readonly order: readonly (readonly string[])[];
  readonly already: { readonly broken: Named; readonly degraded: Named; readonly dangling: Named };
}

/** Reads a text like the command line; it must have no errors. */
export async function opened(text: string): Promise<ParsedModel> {
  const parsed = await parse('file:///models/main.aft', () => Promise.resolve(text));
  assert.deepEqual(parsed.errors, [], text);
  return parsed;
}

/** Returns the value of an answer, which must not be a refusal. */
export function valueOf<T>(answer: Answer<T>): T {
  if ('refusal' in answer) assert.fail(JSON.stringify(answer));
  return answer.value;
}

/** Returns the answer of `aftermath crash`. */
export const crashOf = (parsed: ParsedModel, crashed: string, policy: string): CrashJson =>
  valueOf(crash(parsed, crashed, { policy }));

const names = (list: Named): string[] => list.map(({ name }) => name).sort();
const sortedLayers = (layers: readonly (readonly string[])[]): string[][] => layers.map((layer) => [...layer].sort());
const both = (one: Named, other: Named): string[] => [...new Set([...names(one), ...names(other)])].sort();

/** Returns the fates as a run reports them, including those that already held before the crash. */
export const fatesOf = (said: CrashJson): Fates => ({
  destroyed: names(said.destroyed),
  broken: both(said.broken, said.already.broken),
  degraded: both(said.degraded, said.already.degraded),
  dangling: both(said.dangling, said.already.dangling),
  order: sortedLayers(said.order),
});

/** Returns the answer of `aftermath plan --crash`. */
export function planFates(parsed: ParsedModel, crashed: string, policy: string): Fates {
  const event = { kind: 'crash', of: crashed, deletion: undefined } as const;
  const made = valueOf(makePlan(parsed, event, undefined, { policy }));
  const { doomed, layers, survivors } = reportPlan(made, { isBrief: false });
  assertClosedOver(layers, pairsJson(made.plan).before ?? []);
  return fatesOf({ ...survivors, destroyed: doomed, order: layers });
}

/** Asserts that the transitive closure of a plan's pairs agrees with its layers. */
function assertClosedOver(
  layers: readonly (readonly string[])[],
  before: readonly (readonly [string, string])[],
): void {
  const after = new Map<string, Set<string>>();
  const reach = (name: string): Set<string> => {
    const known = after.get(name) ?? new Set<string>();
    if (!after.has(name)) {
      after.set(name, known);
      for (const [first, then] of before)
        if (first === name) for (const each of [then, ...reach(then)]) known.add(each);
    }
    return known;
  };
  for (const [step, layer] of layers.entries()) {
    const later = layers.slice(step + 1).flat().sort(); // oxfmt-ignore
    for (const name of layer) assert.deepEqual([...reach(name)].sort(), later);
  }
}

/** Returns the answer of the graph: the marks of the overlay, and its steps. */
export function overlayFates({ workspace, document }: InMemory, crashed: string, policy: string): Fates {
  const overlay = overlayOf(workspace.models.of(document), crashQuestion(crashed, policy));
  assert.ok(!('refusal' in overlay));
  const having = (kind: PlanEffectKind): string[] =>
    overlay.marks.filter(({ effects }) => effects.some((each) => each.kind === kind)).map(({ name }) => name).sort(); // oxfmt-ignore
  const order = Array.from(
    { length: overlay.steps },
    (_, place) =>
    overlay.marks.filter(({ effects }) => effects.some(({ step }) => step === place + 1)).map(({ name }) => name).sort(), // oxfmt-ignore
  );
  return { destroyed: having('destroyed'), broken: having('broken'), degraded: having('degraded'), dangling: having('dangling'), order }; // oxfmt-ignore
}

/** Returns the answer of the report: its lists, and the columns of its picture in time order. */
export function reportFates({ workspace, document }: InMemory, crashed: string, policy: string): Fates {
  const { sections } = reportOf(workspace.models.of(document), crashed, policy);
  const listed = (title: string): Named =>
    sections.flatMap((section) =>
      section.kind === 'list' && section.title === title ? section.items.map(({ text }) => ({ name: text })) : [],
    );
  const timeline = sections.find((section): section is ReportTimeline => section.kind === 'timeline');
  const steps = (timeline?.sides[0]?.columns ?? []).filter(({ step }) => step !== undefined);
  const order = steps.map(({ boxes }) => boxes.map(({ text }) => text));
  return fatesOf({
    destroyed: order.flat().map((name) => ({ name })),
    broken: listed('Broken'),
    degraded: listed('Degraded'),
    dangling: listed('Dangling'),
    already: {
      broken: listed('Broken already'),
      degraded: listed('Degraded already'),
      dangling: listed('Dangling already'),
    },
    order,
  });
}

function reportOf(loaded: Parameters<typeof reportSteps>[0], crashed: string, policy: string): Report {
  const steps = reportSteps(loaded, crashQuestion(crashed, policy));
  for (;;) {
    const next = steps.next();
    if (next.done !== true) continue;
    assert.ok('value' in next.value);
    return next.value.value;
  }
}

/** Returns the numbers that lens and hover report for the crash of an entity under the default policy. */
export function toldNumbers({ workspace, document }: InMemory, crashed: string): readonly (readonly number[])[] {
  const model = workspace.models.of(document);
  const id = model.model.entities.findIndex(({ name }) => name === crashed);
  const span = model.sources.entities[id];
  assert.ok(span !== undefined);
  const lens = lensTitle(workspace, { document: document.uri.toString(), span }, usualSettings.codeLens) ?? '';
  const hover = hoverAt(workspace, document, document.textDocument.offsetAt(span.start))?.markdown ?? '';
  return [lens, hover].map((words) =>
    ['destroys', 'degrades', 'breaks'].map((verb) =>
      Number(new RegExp(`crash:.*?${verb} (\\d+)`).exec(words)?.[1] ?? 0),
    ),
  );
}

/** Returns whether lens and hover call an entity broken from the start. */
export function isCalledBroken({ workspace, document }: InMemory, name: string): readonly boolean[] {
  const model = workspace.models.of(document);
  const span = model.sources.entities[model.model.entities.findIndex((each) => each.name === name)];
  assert.ok(span !== undefined);
  const lens = lensTitle(workspace, { document: document.uri.toString(), span }, usualSettings.codeLens) ?? '';
  const hover = hoverAt(workspace, document, document.textDocument.offsetAt(span.start))?.markdown ?? '';
  return [lens.split(' · ').includes('broken'), hover.includes('already **broken**')];
}

export const open = (text: string): Promise<InMemory> => openInMemory(text);
