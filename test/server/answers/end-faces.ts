/**
 * The answers of each interface to questions about ends other than crashes too, through the functions it actually
 * calls.
 */
import assert from 'node:assert/strict';
import { madeIn, planAtStep } from '../../../language/src/view/report/plan-at-step.ts';
import { planHeadings } from '../../../language/src/view/report/plan-headings.ts';
import type { PlanEffectKind } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { ReportList, ReportTimeline } from '../../../language/src/view/report/report.ts';
import { plan, type ParsedModel, type PlanReport } from '../../../server/src/library/api.ts';
import { openSteps, type RunSession } from '../../../server/src/features/run-opening.ts';
import { stepOf } from '../../../server/src/features/simulation-runs.ts';
import { overlayOf } from '../../../server/src/features/plans.ts';
import { reportSteps } from '../../../server/src/features/reports.ts';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { aftermath } from '../cli/command-line.ts';
import type { InMemory } from '../in-memory.ts';
import { valueOf } from './faces.ts';

/** The common answer to an end; names sorted, notifications in order. */
export interface Ending {
  readonly order: readonly (readonly string[])[];
  /** `subject: action(of)`, in order. */
  readonly told: readonly string[];
  /** `manager: subject is freed by client`. */
  readonly messages: readonly string[];
  readonly degraded: readonly string[];
  readonly broken: readonly string[];
  readonly dangling: readonly string[];
  readonly brokenAlready: readonly string[];
  readonly degradedAlready: readonly string[];
  readonly danglingAlready: readonly string[];
  /** With the entities that it waits for. */
  readonly held: readonly string[];
  /** What ends in any case, and what ends once nothing is held up. */
  readonly late: readonly string[];
  readonly spared: readonly string[];
  /** The number of orders that give way. */
  readonly leftOut: number;
}

const sorted = (names: Iterable<string>): string[] => [...names].sort();

/** Returns the plan of the library. */
export function planOfLibrary(parsed: ParsedModel, { end, of, deletion, policy }: PlanQuestion): PlanReport {
  if (end === 'start' || end === 'recover') throw new Error('Nothing ends.');
  const event = { kind: end, of, ...(deletion !== undefined && { deletion }) };
  return valueOf(plan(parsed, event, policy === undefined ? {} : { policy }));
}

/** Returns a plan of the library in the common form. */
export function endingOf({ survivors, ...said }: PlanReport): Ending {
  const names = (list: readonly { readonly name: string }[]): string[] => sorted(list.map(({ name }) => name));
  assert.deepEqual(sorted(said.layers.flat()), names(said.doomed));
  return {
    order: said.layers.map(sorted),
    told: said.notifications.map(({ subject, action, of }) => `${subject}: ${action}(${of})`),
    messages: said.messages.map(
      ({ manager, subject, event, by }) => `${manager}: ${subject} is ${event}${by === undefined ? '' : ` by ${by}`}`,
    ),
    degraded: names(survivors.degraded),
    broken: names(survivors.broken),
    dangling: names(survivors.dangling),
    brokenAlready: names(survivors.already.broken),
    degradedAlready: names(survivors.already.degraded),
    danglingAlready: names(survivors.already.dangling),
    held: sorted(said.held.map(heldText)),
    late: sorted([...names(said.anyway), ...names(said.later)]),
    spared: names(said.spared),
    leftOut: said.leftOut.length,
  };
}

function heldText({ name, finalizers, waitsFor, isDeadlocked }: PlanReport['held'][number]): string {
  const own = finalizers.length === 0 ? [] : [`finalizers ${finalizers.join(', ')}`];
  const others = waitsFor.length === 0 ? [] : [`waits for ${waitsFor.join(', ')}`];
  return `${name}: ${[...own, ...others, ...(isDeadlocked ? ['never ends: a deadlock'] : [])].join('; ')}`;
}

/** Returns the answer of `aftermath plan`, parsed from its text. */
export async function endingInText(text: string, { end, of, deletion, policy }: PlanQuestion): Promise<Ending> {
  const event = end === 'collect' ? (of === '' ? ['--collect'] : [`--collect=${of}`]) : [`--${end}=${of}`];
  const options = [
    ...(deletion === undefined ? [] : [`--deletion=${deletion}`]),
    ...(policy === undefined ? [] : [`--policy=${policy}`]),
  ];
  const { code, output, notes } = await aftermath(['plan', ...event, ...options, '--brief', '-'], { input: text });
  // A refused plan ends with exit code 1.
  assert.equal(code, output.includes(planHeadings.refused) ? 1 : 0, notes + output);
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of output.split('\n')) {
    if (/^ {2}\S/.test(line)) current.push(line.slice(2));
    else if (!line.startsWith(' ')) sections.set(line.replace(/: nothing$/, ''), (current = []));
  }
  const list = (heading: string): readonly string[] => sections.get(heading) ?? [];
  const order: string[][] = [];
  for (const item of [...list(planHeadings.destroyed), ...list(planHeadings.wouldEnd)]) {
    const [, number, name] = /^(\d+)\. (.*)$/.exec(item) ?? [];
    (order[Number(number) - 1] ??= []).push(name ?? '');
  }
  return {
    order: order.map(sorted),
    told: list(planHeadings.notifiedFirst),
    messages: list(planHeadings.managers).map((each) =>
      each
        .replace(/^(.*): lost\((.*)\)$/, '$1: $2 is lost')
        .replace(/^(.*): freed\((.*), (.*)\)$/, '$1: $2 is freed by $3'),
    ),
    degraded: sorted(list(planHeadings.degraded)),
    broken: sorted([...list(planHeadings.broken), ...list(planHeadings.blocked)]),
    dangling: sorted(list(planHeadings.dangling)),
    brokenAlready: sorted(list(planHeadings.brokenAlready)),
    degradedAlready: sorted(list(planHeadings.degradedAlready)),
    danglingAlready: sorted(list(planHeadings.danglingAlready)),
    held: sorted(list(planHeadings.held)),
    late: sorted([...list(planHeadings.anyway), ...list(planHeadings.later)]),
    spared: sorted(list(planHeadings.spared)),
    leftOut: list(planHeadings.dropped).length,
  };
}

/**
 * Returns the answer of the graph: the marks of its overlay, so that notifications are sorted. Asserts that its steps,
 * when played, destroy what the marks say.
 */
export function endingInGraph({ workspace, document }: InMemory, question: PlanQuestion): Ending {
  const overlay = overlayOf(workspace.models.of(document), question);
  assert.ok(!('refusal' in overlay));
  const having = (kind: PlanEffectKind, fits: (detail: string | undefined) => boolean = () => true) =>
    overlay.marks.flatMap(({ name, effects }) =>
      effects.flatMap((each) => (each.kind === kind && fits(each.detail) ? [{ name, ...each }] : [])),
    );
  const namesOf = (...of: Parameters<typeof having>): string[] => sorted(having(...of).map(({ name }) => name));
  const order = Array.from({ length: overlay.steps }, (_, step) => sorted(madeIn(overlay, step + 1)));
  for (const step of order.keys()) {
    const { marks } = planAtStep(overlay, step);
    const gone = marks.filter(({ effects }) => effects.some(({ kind }) => kind === 'destroyed'));
    assert.deepEqual(sorted(gone.map(({ name }) => name)), sorted(order.slice(0, step).flat()));
  }
  const isFound = (detail: string | undefined): boolean => detail === 'already';
  const isNew = (detail: string | undefined): boolean => detail !== 'already';
  return {
    order,
    told: sorted(having('notifiedFirst').map(({ name, detail }) => `${name}: ${detail ?? ''}`)),
    messages: sorted(having('notified').map(({ name, detail }) => `${name}: ${detail ?? ''}`)),
    degraded: namesOf('degraded', isNew),
    broken: namesOf('broken', isNew),
    dangling: namesOf('dangling', isNew),
    brokenAlready: namesOf('broken', isFound),
    degradedAlready: namesOf('degraded', isFound),
    danglingAlready: namesOf('dangling', isFound),
    held: sorted(having('held').map(({ name, detail }) => `${name}: ${detail ?? ''}`)),
    late: namesOf('later'),
    spared: namesOf('spared'),
    leftOut: overlay.droppedCount,
  };
}

/** Returns the answer of the report: its lists. Asserts that the columns of its picture agree with them. */
export function endingInReport({ workspace, document }: InMemory, question: PlanQuestion): Ending {
  const { sections } = finished(reportSteps(workspace.models.of(document), question));
  const list = (title: string): ReportList['items'] =>
    sections.flatMap((section) => (section.kind === 'list' && section.title === title ? section.items : []));
  const namesOf = (title: string): string[] => sorted(list(title).map(({ text }) => text));
  const details = (title: string): string[] => list(title).map(({ text, detail = '' }) => `${text}: ${detail}`);
  const order: string[][] = [];
  for (const { step = 0, text } of [...list(planHeadings.destroyed), ...list(planHeadings.wouldEnd)])
    (order[step - 1] ??= []).push(text);
  const timeline = sections.find((section): section is ReportTimeline => section.kind === 'timeline');
  const columns = (timeline?.sides[0]?.columns ?? []).filter(({ step }) => step !== undefined);
  // The picture has one box for many similar entities, with their number.
  const areSingle = columns.every(({ boxes, more }) => more === 0 && boxes.every(({ entity }) => entity !== undefined));
  assert.equal(columns.length, order.length);
  if (areSingle) assert.deepEqual(columns.map(({ boxes }) => sorted(boxes.map(({ text }) => text))), order.map(sorted)); // oxfmt-ignore
  return {
    order: order.map(sorted),
    told: details(planHeadings.notifiedFirst),
    messages: details(planHeadings.managers),
    degraded: namesOf(planHeadings.degraded),
    broken: sorted([...namesOf(planHeadings.broken), ...namesOf(planHeadings.blocked)]),
    dangling: namesOf(planHeadings.dangling),
    brokenAlready: namesOf(planHeadings.brokenAlready),
    degradedAlready: namesOf(planHeadings.degradedAlready),
    danglingAlready: namesOf(planHeadings.danglingAlready),
    held: sorted(details(planHeadings.held)),
    late: sorted([...namesOf(planHeadings.anyway), ...namesOf(planHeadings.later)]),
    spared: namesOf(planHeadings.spared),
    leftOut: list(planHeadings.dropped).length,
  };
}

/** Runs work in steps to its end; it must not refuse. */
function finished<T>(steps: Generator<undefined, { readonly value: T } | { readonly refusal: string }>): T {
  for (;;) {
    const next = steps.next();
    if (next.done !== true) continue;
    if ('value' in next.value) return next.value.value;
    assert.fail(next.value.refusal);
  }
}

/** The view of a run of a scenario: who ends, in order, and the last state of all. */
export interface ShownEnd {
  readonly ended: readonly string[];
  readonly called: readonly string[];
  /** The words beside each entity: `alive, degraded`. */
  readonly is: ReadonlyMap<string, readonly string[]>;
}

/** Opens the run of a scenario, like its view. */
export const openedRun = ({ workspace, document }: InMemory, title: string): RunSession =>
  finished(openSteps(workspace.models.of(document), { kind: 'scenario', title, variant: 0 }, undefined));

/** Returns the content of the view of a run. */
export function runInView(inEditor: InMemory, title: string): ShownEnd {
  const session = openedRun(inEditor, title);
  const ended: string[] = [];
  const called: string[] = [];
  for (let step = 1; step <= session.summary.steps; step++) {
    for (const { text } of stepOf(session, step)?.view.events ?? []) {
      const [, name] = /^(.*) is (?:destroyed|crashed)$/.exec(text) ?? [];
      if (name !== undefined) ended.push(name);
      else called.push(text);
    }
  }
  const { entities = [] } = stepOf(session, session.summary.steps)?.view ?? {};
  return { ended, called, is: new Map(entities.map(({ name, is }) => [name, is.split(', ')])) };
}

/**
 * Returns the hover about an orderly end of an entity, or of the first of its copies, named there: how many are
 * destroyed with it, and in how many layers; nothing if it is alone.
 */
export function toldAlong({ workspace, document }: InMemory, name: string): readonly [number, number] | undefined {
  const words = hoverOf({ workspace, document }, name);
  const [, count, layers] = /destruction(?: of `[^`]*`)? also destroys (\d+) .*? in (\d+) layers?:/.exec(words) ?? [];
  return count === undefined ? undefined : [Number(count), Number(layers)];
}

/** Returns true if, according to hover, the destruction of an entity is refused. */
export const toldRefused = ({ workspace, document }: InMemory, name: string): boolean =>
  /destruction(?: of `[^`]*`)? is \*\*refused\*\*/.test(hoverOf({ workspace, document }, name));

/** Returns true if, according to hover, an entity has ended at the start. */
export const toldGone = (inEditor: InMemory, name: string): boolean =>
  hoverOf(inEditor, name).includes('**gone at the start**');

/**
 * Returns the layer in which, according to hover, an entity is destroyed when everything is, and the number of layers.
 */
export function toldLayer(inEditor: InMemory, name: string): readonly [number, number] | undefined {
  const [, layer, layers] =
    /destroyed in layer (\d+) of (\d+) in a teardown of everything/.exec(hoverOf(inEditor, name)) ?? [];
  return layer === undefined ? undefined : [Number(layer), Number(layers)];
}

function hoverOf({ workspace, document }: InMemory, name: string): string {
  const { model, sources } = workspace.models.of(document);
  const span = sources.entities[model.entities.findIndex((each) => each.name === name)];
  assert.ok(span !== undefined);
  return hoverAt(workspace, document, document.textDocument.offsetAt(span.start))?.markdown ?? '';
}
