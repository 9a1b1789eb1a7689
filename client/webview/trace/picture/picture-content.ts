/**
 * The drawn part of a run as the content of a file: exports what is shown.
 */
import { sequenceFile, type FiledRun } from '../../../../language/src/drawing/sequence/sequence-file.tsx';
import { sequenceJson } from '../../../../language/src/drawing/sequence/sequence-json.ts';
import { sequenceMermaid } from '../../../../language/src/drawing/sequence/sequence-mermaid.ts';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { exportedPicture } from '../../page/exported-picture.ts';
import type { PagePictureFormat } from '../../page/common-messages.ts';
import type { TraceSettings } from '../messages.ts';
import type { DrawnStretch, RunList, ShownRun } from '../trace-state.ts';
import { visibleOf } from './visible.ts';

/** The shown part of a run. */
export interface ShownPicture {
  readonly shown: ShownRun;
  readonly drawn: DrawnStretch;
  readonly runs: RunList;
  readonly settings: TraceSettings;
}

/** The width of the lanes, in pixels. */
const width = 1000;

/** Returns the content; of a PNG in base64. */
export async function pictureContent(format: PagePictureFormat, picture: ShownPicture): Promise<string> {
  switch (format) {
    case 'svg':
    case 'png':
      return exportedPicture(format, svgOf(picture));
    case 'mermaid': {
      const { stretch } = picture.drawn;
      return sequenceMermaid(stretch, visibleOf(stretch, picture.settings).lanes);
    }
    case 'json': {
      const { shown, drawn, settings } = picture;
      const part = (stretch: RunStretch): RunStretch => ({ ...stretch, ...visibleOf(stretch, settings) });
      const other = drawn.other === undefined ? undefined : part(drawn.other);
      return sequenceJson(shown.summary.title, part(drawn.stretch), other);
    }
  }
}

function svgOf({ shown, drawn, runs, settings }: ShownPicture): string {
  const filed = (stretch: RunStretch, name: string | undefined): FiledRun => ({
    stretch,
    ...visibleOf(stretch, settings),
    name,
  });
  const { stretch, other } = drawn;
  const all =
    other === undefined
      ? [filed(stretch, undefined)]
      : [filed(stretch, runs.titles[runs.shown]), filed(other, runs.titles[runs.compared ?? -1])];
  return sequenceFile({
    title: `${shown.subject.title}: ${shown.summary.title}`,
    runs: all,
    axis: settings.axis,
    width,
  });
}
