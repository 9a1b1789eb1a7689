/**
 * The line that says what is supposed of the model, with buttons to apply it to the text or to forget it.
 */
import type { VNode } from 'preact';
import type { GraphHost } from '../messages.ts';
import type { WholeGraph } from '../page-state.ts';
import { texts } from '../texts.ts';
import { ToolButton } from '../../page/tool-icon.tsx';

/** The properties of the line. */
export interface SupposedLineProps extends Pick<WholeGraph, 'supposed'> {
  readonly host: GraphHost;
}

/** Shows what is supposed; nothing if that is nothing. */
export function SupposedLine({ host, supposed }: SupposedLineProps): VNode | null {
  if (supposed === undefined || supposed === null) return null;
  const posting = (type: 'applySupposed' | 'clearSupposed') => (): void => {
    host.post({ type });
  };
  return (
    <div class="shown-line supposed-line" role="status" data-supposed>
      <strong>{supposed}</strong>
      <span class="filler" />
      <ToolButton icon="source" label={texts.applySupposed} onClick={posting('applySupposed')} hasText />
      <ToolButton icon="close" label={texts.clearSupposed} onClick={posting('clearSupposed')} hasText />
    </div>
  );
}

/** Returns the function that supposes something of a model; nothing where that is not possible. */
export const supposing = (host: GraphHost, model: WholeGraph | undefined): ((without: string) => void) | undefined =>
  model?.supposed === undefined
    ? undefined
    : (without) => {
        host.post({ type: 'suppose', without });
      };
