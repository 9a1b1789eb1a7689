/**
 * The button that opens what stands for more, or closes the stack or bundle that something was drawn out of.
 */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { withoutOpened } from '../choice.ts';
import { openGroupOf, standsForMore } from '../groups.ts';
import { texts } from '../texts.ts';
import { ToolButton } from '../../page/tool-icon.tsx';
import type { DetailsProps } from './details-panel.tsx';

/** Shows the button, if there is something to open or close. */
export function GroupButton({
  graph,
  whole,
  choice,
  above,
  selection,
  onNarrowed,
  onOpened,
}: DetailsProps): VNode | null {
  const group = useMemo(
    () => openGroupOf(whole, { choice, above }, selection),
    [whole, choice, above, selection.type, selection.id],
  );
  const isLine = selection.type === 'edge';
  if (standsForMore(graph, selection))
    return (
      <ToolButton
        icon="expand"
        label={isLine ? texts.openLine : texts.openGroup}
        onClick={() => {
          onOpened(selection.id);
        }}
        hasText
      />
    );
  if (group === undefined) return null;
  return (
    <ToolButton
      icon="collapse"
      label={isLine ? texts.closeLine : texts.closeStack}
      onClick={() => {
        onNarrowed(withoutOpened(choice, group));
      }}
      hasText
    />
  );
}
