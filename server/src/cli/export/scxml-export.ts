/**
 * The format `scxml`: one machine of a model as a state chart.
 */
import type { Exported } from '../../../../language/src/interchange/export/exported.ts';
import { exportScxml } from '../../../../language/src/interchange/scxml/export-scxml.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { nearOrListed } from '../../questions/files/nearest-names.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';

/** The format. */
export const scxmlFormat = { name: 'scxml', title: 'a machine as a state chart (SCXML)' } as const;

/** Returns the chart of a machine, which needs no name if there is only one, or a refusal. */
export function exportChart({ model, file }: OpenedModel, name: string | undefined): Answer<Exported> {
  const names = model.machines.map((each) => each.name);
  const named = (text: string) => model.machines.find((each) => each.name === text);
  // A shell removes the quotes that a name may need in the language.
  const machine = name === undefined ? model.machines[0] : (named(name) ?? named(`'${name}'`));
  if (machine === undefined && name === undefined) return { refusal: `There is no machine in ${file}.` };
  if (machine === undefined)
    return { refusal: `There is no machine "${name ?? ''}" in ${file}.${nearOrListed(name ?? '', names)}` };
  if (name === undefined && names.length > 1)
    return {
      refusal: `There are ${String(names.length)} machines in ${file}. Choose one with --machine: ${names.join(', ')}.`,
    };
  return { value: exportScxml(machine, model.events) };
}
