/** One named view of a model, as a picture or a drawing. */
import { pictureFormats } from '../../../language/src/drawing/graph/picture-formats.ts';
import { nodesDrawing } from '../../../language/src/interchange/export/drawn-nodes.ts';
import { dotText } from '../../../language/src/interchange/export/export-dot.ts';
import { mermaidFlowchart } from '../../../language/src/interchange/export/export-mermaid.ts';
import type { Exported } from '../../../language/src/interchange/export/exported.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { graphView } from '../../../language/src/view/graph.ts';
import { namedViews, withNamedViews } from '../../../language/src/view/named/named-views.ts';
import { withGates } from '../../../language/src/view/shown/drawable.ts';
import { shownOf, viewed } from '../../../language/src/view/shown/shown.ts';
import { nearOrListed } from '../questions/files/nearest-names.ts';
import { type DrawnModel, fileTitle } from './drawn-model.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns a view in a format, or a refusal. */
export function exportView(opened: DrawnModel, formatName: string, title: string): Answer<Exported> {
  const { model, sources, findings, file } = opened;
  const view = namedViews(model, sources).find((each) => each.title === title);
  if (view === undefined) {
    const titles = model.views.map((each) => each.title);
    return { refusal: t`There is no view "${title}" in ${file}.${nearOrListed(title, titles)}` };
  }
  const leftOut =
    view.shown.length > 0 ? [] : [t`The view "${title}" shows nothing: no entity is in its sets at the start.`];
  const picture = pictureFormats.find(({ name }) => name === formatName);
  if (picture !== undefined) {
    const drawn = { model, sources, findings, title: t`${title} in ${fileTitle(file)}`, part: viewed(view) };
    return { value: { text: picture.run(drawn), leftOut } };
  }
  const whole = withNamedViews(graphView(model, sources), model, sources);
  const drawing = nodesDrawing(withGates(shownOf(whole, viewed(view)).graph));
  switch (formatName) {
    case 'dot':
      return { value: { text: dotText(drawing, view.direction), leftOut } };
    case 'mermaid':
      return { value: { text: mermaidFlowchart(drawing, view.direction), leftOut } };
    default:
      return { refusal: t`A view is not exported as "${formatName}". The formats are svg, png, dot, mermaid.` };
  }
}
