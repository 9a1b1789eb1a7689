/**
 * The line that says which part of the graph is shown, if not everything, with a button to show everything again.
 */
import type { VNode } from 'preact';
import type { Focus } from '../../../../language/src/view/shown/focus.ts';
import type { ViewChoice } from '../../../../language/src/view/shown/shown.ts';
import { isNarrowed, withAll, withFocus } from '../choice.ts';
import { texts } from '../texts.ts';
import { ToolButton } from '../../page/tool-icon.tsx';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The properties of the line. */
export interface ShownLineProps {
  readonly choice: ViewChoice;
  readonly hidden: number;
  readonly total: number;
  readonly onChange: (choice: ViewChoice) => void;
}

const mostHops = 9;

/** Shows which part of the graph is visible. */
export function ShownLine({ choice, hidden, total, onChange }: ShownLineProps): VNode | null {
  if (!isNarrowed(choice)) return null;
  const { focus } = choice;
  return (
    <div class="shown-line" data-shown={(total - hidden).toString()} data-focus={focus?.kind}>
      <span>{focus !== undefined && <strong>{focusWords(focus)}</strong>}</span>
      {focus?.kind === 'near' && (
        <label class="hops">
          {texts.hops}
          <input
            type="number"
            min="1"
            max={mostHops}
            value={focus.hops}
            data-hops
            onChange={(event) => {
              const hops = Math.max(1, Math.min(mostHops, Math.round(event.currentTarget.valueAsNumber || 1)));
              onChange(withFocus(choice, { ...focus, hops }));
            }}
          />
        </label>
      )}
      <span class="quiet">{shownWords(choice, hidden, total)}</span>
      <span class="filler" />
      <ToolButton
        icon="again"
        label={texts.showAll}
        onClick={() => {
          onChange(withAll(choice));
        }}
        hasText
      />
    </div>
  );
}

/** Returns the shown part in a sentence for screen readers; nothing if everything is shown. */
export function shownSentence(choice: ViewChoice, hidden: number, total: number): string {
  if (!isNarrowed(choice)) return '';
  const focus = choice.focus === undefined ? '' : `${focusWords(choice.focus)}: `;
  return `${focus}${shownWords(choice, hidden, total)}.`;
}

function shownWords({ hiddenLayers, view }: ViewChoice, hidden: number, total: number): string {
  const layers = hiddenLayers.length === 0 ? '' : t`, without ${hiddenLayers.join(', ')}`;
  const named = view === undefined ? '' : `${view}: `;
  return t`${named}${(total - hidden).toString()} of ${total.toString()} entities are shown${layers}`;
}

function focusWords(focus: Focus): string {
  switch (focus.kind) {
    case 'near':
      return t`Around ${focus.of}`;
    case 'down':
      return t`What ${focus.of} depends on`;
    case 'up':
      return t`What depends on ${focus.of}`;
    case 'shared':
      return t`What ${focus.of} and ${focus.with} share`;
    case 'path':
      return t`The shortest paths between ${focus.of} and ${focus.with}`;
  }
}
