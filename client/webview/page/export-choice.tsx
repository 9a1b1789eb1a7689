/**
 * The list of formats in which a page exports its picture.
 */
import type { VNode } from 'preact';
import { pagePictureFormats, type PagePictureFormat } from './common-messages.ts';
import { texts } from './texts.ts';

/** The properties of the list. */
interface ExportChoiceProps {
  readonly isDisabled?: boolean;
  readonly onExport: (format: PagePictureFormat) => void;
}

const formatNames: Readonly<Record<PagePictureFormat, string>> = {
  svg: 'SVG',
  png: 'PNG',
  mermaid: 'Mermaid',
  json: 'JSON',
};

/** Shows the list; it never stays at a format. */
export const ExportChoice = ({ isDisabled = false, onExport }: ExportChoiceProps): VNode => (
  <select
    aria-label={texts.export}
    value=""
    disabled={isDisabled}
    onChange={({ currentTarget }) => {
      const format = pagePictureFormats[currentTarget.selectedIndex - 1];
      currentTarget.selectedIndex = 0;
      if (format !== undefined) onExport(format);
    }}
    data-choice-of="export"
  >
    <option value="">{texts.export}</option>
    {pagePictureFormats.map((format) => (
      <option key={format}>{formatNames[format]}</option>
    ))}
  </select>
);
