/** Answers what the explored states of a small check are, for the editor and the command line. */
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import { exploreGraph } from '../../../language/src/simulation/explore/explored-graph.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import {
  exploredChart,
  exploredId,
  exploredIndex,
  moveTexts,
} from '../../../language/src/view/statechart/explored-chart.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import { findEntity } from '../questions/plans/find-entity.ts';
import { didYouMean } from '../questions/files/nearest-names.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The most states that can be shown. */
const mostStates = 500;

/** A run, and the ids of the states after each of its steps, from the start on. */
export interface ExploredWay {
  readonly question: RunQuestion;
  readonly states: readonly string[];
}

/** The explored states of a check. */
export interface ExploredStates {
  readonly chart: Statechart;
  /** Returns a shortest run to the state of the chart with this id. */
  readonly runTo: (id: string) => ExploredWay | undefined;
}

/** Returns the name of what runs a machine, by its name or a unique ending; what is none is returned as it is. */
function runnerNamed(model: Model, name: string): string {
  const words = { noun: '', only: '', without: '', which: '' };
  const found = findEntity(model, name, { ...words, fits: ({ machine }) => machine !== undefined });
  return 'value' in found ? found.value.name : name;
}

/** Explores a check state by state, grouped by the machine of an entity; an empty name stands for no groups. */
export function* exploredSteps(
  model: Model,
  check: Check,
  group: string | undefined,
): Generator<undefined, Answer<ExploredStates>> {
  const groupedBy = group === undefined || group === '' ? group : runnerNamed(model, group);
  const program = compileModel(model);
  const explored = yield* exploreGraph(program, check, { most: mostStates, textOf: moveTexts(program) });
  if ('refusal' in explored) return explored;
  const graph = explored.value;
  const chart = exploredChart(program, check, graph, groupedBy);
  if (groupedBy !== undefined && groupedBy !== '' && !chart.entities.includes(groupedBy)) {
    return { refusal: t`No entity "${groupedBy}" runs a machine.${didYouMean(groupedBy, chart.entities)}` };
  }
  return {
    value: {
      chart,
      runTo: (id) => {
        const index = exploredIndex(id);
        const run = index === undefined ? undefined : graph.runTo(index);
        if (run === undefined) return undefined;
        const { variant, steps, draws, states } = run;
        const question: RunQuestion = { kind: 'counterexample', check: check.title, variant, steps, draws };
        return { question, states: states.map(exploredId) };
      },
    },
  };
}
