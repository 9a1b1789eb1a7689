/** Draws the model of a Markdown fence as its words ask: as a whole, a view, a machine, or a crash. */
import { pictureFormats } from '../../../language/src/drawing/graph/picture-formats.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { planOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import { planOf } from '../../../language/src/analysis/plan/plan.ts';
import { fenceWords } from '../protocol/fence-words.ts';
import { choosePolicy } from '../questions/plans/crash-policy.ts';
import { didYouMean } from '../questions/files/nearest-names.ts';
import { requestIn } from '../questions/plans/plan-event.ts';
import type { DrawnModel, LayOut } from './drawn-model.ts';
import { exportMachine } from './export-machine.ts';
import { exportView } from './export-view.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A picture with its words for those who do not see it. */
export interface FencePicture {
  readonly svg: string;
  readonly alt: string;
}

const noMachines = { refusal: t`A browser draws no machine in a page. Open the model, and show the machine.` };

/** Returns the picture, or why there is none; without a layout engine there are no pictures of machines. */
export async function fencePicture(
  opened: DrawnModel,
  wishes: ReadonlyMap<string, string>,
  layOut: LayOut | undefined,
): Promise<Answer<FencePicture>> {
  const strange = [...wishes.keys()].find((name) => !fenceWords.some((each) => each === name));
  if (strange !== undefined)
    return { refusal: t`A fence has no word "${strange}".${didYouMean(strange, [...fenceWords])}` };
  const [view, machine, crash] = [wishes.get('view'), wishes.get('machine'), wishes.get('crash')];
  if ([view, machine, crash].filter((each) => each !== undefined).length > 1)
    return { refusal: t`A fence shows one thing: a view, a machine, or a crash.` };
  if (machine !== undefined)
    return layOut === undefined
      ? noMachines
      : named(await exportMachine(opened, 'svg', machine, layOut), t`Machine ${machine}`);
  if (view !== undefined) return named(exportView(opened, 'svg', view), view);
  return crash === undefined ? drawn(opened, t`Model`) : crashPicture(opened, crash, wishes.get('policy') ?? 'default');
}

const named = (made: Answer<{ readonly text: string }>, alt: string): Answer<FencePicture> =>
  'refusal' in made ? made : { value: { svg: made.value.text, alt } };

function crashPicture(opened: DrawnModel, names: string, policy: string): Answer<FencePicture> {
  const [of = '', ...also] = names.split(',').map((each) => each.trim());
  const request = requestIn(opened.model, { kind: 'crash', of, also, deletion: undefined }, undefined);
  if ('refusal' in request) return request;
  const chosen = choosePolicy(opened.model, { policy });
  if ('refusal' in chosen) return chosen;
  const plan = planOverlay(planOf(opened.model, request.value, chosen.value.policy), {
    sources: opened.sources,
    question: crashQuestion(of, policy, also),
  });
  return drawn(opened, t`Crash of ${[of, ...also].join(t` and `)} under the policy ${policy}`, plan);
}

function drawn({ model, sources, findings }: DrawnModel, title: string, plan?: ReturnType<typeof planOverlay>) {
  const svg = pictureFormats.find(({ name }) => name === 'svg');
  if (svg === undefined) throw new Error('There is a format "svg".');
  return {
    value: { svg: svg.run({ model, sources, findings, title, ...(plan !== undefined && { plan }) }), alt: title },
  };
}
