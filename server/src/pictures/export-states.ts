/** The explored states of a small check, as a picture, a state diagram or data. */
import { machineFormats } from '../../../language/src/drawing/statechart/machine-formats.ts';
import type { Exported } from '../../../language/src/interchange/export/exported.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { Check } from '../../../language/src/model/scenario.ts';
import { drawnStates } from '../../../language/src/view/statechart/explored-picture.ts';
import { exploredSteps } from './explored-states.ts';
import { type DrawnModel, type LayOut, fileTitle } from './drawn-model.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the explored states of a check in a format, or a refusal. */
export async function exportStates(
  { model, file }: DrawnModel,
  formatName: string,
  { check, groupedBy }: { readonly check: Check; readonly groupedBy: string | undefined },
  layOut: LayOut,
): Promise<Answer<Exported>> {
  const format = machineFormats.find((each) => each.name === formatName);
  if (format === undefined) {
    return {
      refusal: t`The states of a check cannot be exported as "${formatName}". The formats are svg, png, mermaid, json.`,
    };
  }
  const exploring = exploredSteps(model, check, groupedBy);
  let next = exploring.next();
  while (next.done !== true) next = exploring.next();
  if ('refusal' in next.value) return next.value;
  const { chart } = next.value.value;
  const drawn = await drawnStates(chart, layOut);
  const title = t`${check.title} in ${fileTitle(file)}`;
  return { value: { text: format.run({ ...drawn, whole: chart, title }), leftOut: [] } };
}
