/** One machine of a model, as a picture, a state diagram or data. */
import { machineFormats } from '../../../language/src/drawing/statechart/machine-formats.ts';
import type { Exported } from '../../../language/src/interchange/export/exported.ts';
import { pageChart } from '../../../language/src/view/statechart/chart-layout.ts';
import { statechartOf } from '../../../language/src/view/statechart/statechart.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { nearOrListed } from '../questions/files/nearest-names.ts';
import { type DrawnModel, type LayOut, fileTitle } from './drawn-model.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns a machine in a format, or a refusal. */
export async function exportMachine(
  { model, sources, file }: DrawnModel,
  formatName: string,
  name: string,
  layOut: LayOut,
): Promise<Answer<Exported>> {
  const format = machineFormats.find((each) => each.name === formatName);
  if (format === undefined) {
    return {
      refusal: t`A machine cannot be exported as "${formatName}". The formats are svg, png, mermaid, json, scxml.`,
    };
  }
  // A shell removes the quotes that a name may need in the language.
  const chart = statechartOf(model, sources, name) ?? statechartOf(model, sources, `'${name}'`);
  if (chart === undefined) {
    const names = model.machines.map((machine) => machine.name);
    return { refusal: t`There is no machine "${name}" in ${file}.${nearOrListed(name, names)}` };
  }
  const drawn = await pageChart(chart, layOut);
  return {
    value: { text: format.run({ ...drawn, whole: chart, title: t`${name} in ${fileTitle(file)}` }), leftOut: [] },
  };
}
