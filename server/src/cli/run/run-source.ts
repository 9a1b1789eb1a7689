/**
 * The source of a simulation, from its options: a scenario, or a random run with its allowed faults and messages.
 */
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { RandomFault, TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments, Option } from '../input/command.ts';
import { didYouMean, nearOrListed } from '../../questions/files/nearest-names.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';

/** The options that choose what is run. */
export const sourceOptions = {
  scenario: { value: 'TITLE', summary: 'run the scenario with this title' },
  variant: { value: 'N', summary: 'which combination of its "for" steps, from 1 (default 1)' },
  random: { summary: 'a random run, drawn from the seed' },
  check: { value: 'TITLE', summary: 'random: with the steps, faults and possible actions of this check' },
  fault: { value: 'LIST', summary: 'random: faults that may happen, such as crash:2,lose:1' },
  'no-sends': { summary: 'random: nothing is sent from outside' },
} as const satisfies Readonly<Record<string, Option>>;

const faultKinds = ['crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder'] as const;

/** The origin of a run, and the name of the scenario's combination. */
export interface RunSource {
  readonly origin: TraceOrigin;
  /** Such as `p = fs (2 of 4)`; empty if there is only one. */
  readonly variant: string;
}

/** Checks the options without a model. */
export function checkSource({ values, flags }: Pick<Arguments, 'values' | 'flags'>): Answer<undefined> {
  const isScenario = values.has('scenario');
  if (isScenario && flags.has('random')) return { refusal: 'Choose what to run: either --scenario TITLE or --random.' };
  // The titles to choose from are known once the model is.
  if (!isScenario && !flags.has('random')) return { value: undefined };
  const others = (['check', 'fault', 'no-sends'] as const).filter((name) => values.has(name) || flags.has(name));
  const [other] = others;
  if (isScenario && other !== undefined) {
    return { refusal: `A scenario fixes what happens; --${other} goes with --random.` };
  }
  if (!isScenario && values.has('variant')) return { refusal: 'Only a scenario has variants; give --scenario too.' };
  const more = others.find((name) => name !== 'check');
  if (values.has('check') && more !== undefined) {
    return { refusal: `A check defines what may happen; give either --check or --${more}.` };
  }
  return { value: undefined };
}

/** Resolves the options in a model. */
export function readSource(model: Model, given: Pick<Arguments, 'values' | 'flags'>): Answer<RunSource> {
  const { values, flags } = given;
  const title = values.get('scenario');
  if (title !== undefined) return scenarioIn(model, title, values.get('variant'));
  if (!flags.has('random')) {
    const scenarios = nearOrListed('', [...new Set(model.scenarios.map((each) => each.title))]);
    return { refusal: `Choose what to run: --scenario TITLE, --random or --rare TITLE.${scenarios}` };
  }
  const check = values.get('check');
  const titles = model.checks.map((each) => each.title);
  if (check !== undefined && !titles.includes(check)) return { refusal: noneOf('check', check, titles) };
  const faults = readFaults(values.get('fault'));
  if ('refusal' in faults) return faults;
  const sends = check === undefined && !flags.has('no-sends');
  return { value: { origin: { kind: 'random', check, faults: faults.value, sends }, variant: '' } };
}

function scenarioIn(model: Model, title: string, wanted: string | undefined): Answer<RunSource> {
  const scenario = model.scenarios.find((each) => each.title === title);
  if (scenario === undefined) {
    return {
      refusal: noneOf(
        'scenario',
        title,
        model.scenarios.map((each) => each.title),
      ),
    };
  }
  const variants = variantTitles(model, scenario.steps);
  if ('refusal' in variants) return variants;
  const count = variants.value.length;
  const number = wanted === undefined ? 1 : Number(wanted);
  if (count === 0) return { refusal: `The "for" steps of the scenario "${title}" have no values to go through.` };
  if (!/^\d+$/.test(wanted ?? '1') || number < 1 || number > count) {
    const range = count === 1 ? 'is run in one way only' : `has ${String(count)} variants, from 1`;
    return { refusal: `The scenario "${title}" ${range}; there is no variant "${wanted ?? ''}".` };
  }
  const name = itemAt(variants.value, number - 1);
  const variant = count === 1 ? '' : `${name} (${String(number)} of ${String(count)})`;
  return { value: { origin: { kind: 'scenario', title, variant: number - 1 }, variant } };
}

function variantTitles(model: Model, steps: Model['scenarios'][number]['steps']): Answer<readonly string[]> {
  try {
    return { value: variantsOf(compileModel(model), steps).map((variant) => variant.title) };
  } catch (error) {
    if (error instanceof RunError) return { refusal: `The "for" steps of the scenario fail: ${error.message}` };
    throw error;
  }
}

/** Returns that a model has no scenario or check of a title, and a near one, or those that it has. */
export function noneOf(kind: 'scenario' | 'check', title: string, titles: readonly string[]): string {
  if (titles.length === 0) return `The model has no ${kind}.`;
  return `There is no ${kind} "${title}".${nearOrListed(title, titles)}`;
}

/** Reads faults: `crash:2,lose` allows two crashes and one loss. */
function readFaults(text: string | undefined): Answer<readonly RandomFault[]> {
  const faults: RandomFault[] = [];
  for (const part of text?.split(',') ?? []) {
    const [, word = '', count = '1'] = /^\s*([^:\s]*)\s*(?::\s*(\d+)\s*)?$/.exec(part) ?? [];
    const kind = faultKinds.find((each) => each === word);
    if (kind === undefined || !Number.isSafeInteger(Number(count))) {
      const among = `${faultKinds.join(', ')}, each with how often it may happen`;
      return {
        refusal: `"${part}" is not a fault.${didYouMean(word, faultKinds)} Faults are ${among}: "crash:2,lose:1".`,
      };
    }
    if (faults.some((fault) => fault.kind === kind)) return { refusal: `The fault "${kind}" is given twice.` };
    faults.push({ kind, upTo: Number(count) });
  }
  return { value: faults };
}
