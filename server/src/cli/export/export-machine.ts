/**
 * The option `--machine`: exports one machine of a model as a picture, a state diagram or data.
 */
import { basename } from 'node:path';
import { machineFormats } from '../../../../language/src/drawing/statechart/machine-formats.ts';
import type { Exported } from '../../../../language/src/interchange/export/exported.ts';
import { pageChart } from '../../../../language/src/view/statechart/chart-layout.ts';
import { statechartOf } from '../../../../language/src/view/statechart/statechart.ts';
import type { Answer } from '../../../../language/src/model/answer.ts';
import type { Option } from '../input/command.ts';
import { didYouMean } from '../../questions/nearest-names.ts';
import type { OpenedModel } from '../../questions/open-models.ts';

/** The option `--machine`. */
export const machineOption: Option = {
  value: 'NAME',
  summary: 'only this machine, with its states: svg, png, mermaid or json',
};

/** Returns a machine in a format, or a refusal. */
export async function exportMachine(
  { model, sources, file }: OpenedModel,
  formatName: string,
  name: string,
): Promise<Answer<Exported>> {
  const format = machineFormats.find((each) => each.name === formatName);
  if (format === undefined) {
    const names = machineFormats.map((each) => each.name).join(', ');
    return { refusal: `A machine cannot be exported as "${formatName}". The formats are ${names}.` };
  }
  const chart = statechartOf(model, sources, name);
  if (chart === undefined) {
    const names = model.machines.map((machine) => machine.name);
    return { refusal: `There is no machine "${name}" in ${file}.${didYouMean(name, names)}` };
  }
  // The layout engine is large, so only drawings load it.
  const { elkLayout } = await import('./elk-layout.ts');
  const drawn = await pageChart(chart, elkLayout);
  return {
    value: { text: format.run({ ...drawn, whole: chart, title: `${name} in ${basename(file)}` }), leftOut: [] },
  };
}
