/**
 * The user's watched expressions and their values at the selected step. They are kept for later runs.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ToolButton } from '../page/tool-icon.tsx';
import type { TraceState } from './trace-state.ts';
import { texts } from './texts.ts';

/** The properties of the watches. */
export interface WatchesProps {
  readonly watches: readonly string[];
  /** The values, once they are known for this step. */
  readonly values: NonNullable<TraceState['watched']>['values'];
  readonly onChange: (watches: readonly string[]) => void;
}

/** Shows the expressions, and a field for another one. */
export function Watches({ watches, values, onChange }: WatchesProps): VNode {
  const [text, setText] = useState('');
  return (
    <section aria-label={texts.watch} data-section="watch">
      <h3>{texts.watch}</h3>
      {watches.length > 0 && (
        <table class="facts">
          <tbody>
            {watches.map((each) => (
              <Watched
                key={each}
                text={each}
                found={values.find((value) => value.text === each)}
                onRemove={() => {
                  onChange(watches.filter((other) => other !== each));
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = text.trim();
          setText('');
          if (wanted !== '' && !watches.includes(wanted)) onChange([...watches, wanted]);
        }}
      >
        <input
          type="text"
          class="wide"
          aria-label={texts.watchNew}
          placeholder={texts.watchNew}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
      </form>
    </section>
  );
}

interface WatchedProps {
  readonly text: string;
  readonly found: WatchesProps['values'][number] | undefined;
  readonly onRemove: () => void;
}

const Watched = ({ text, found, onRemove }: WatchedProps): VNode => (
  <tr data-watch={text}>
    <th scope="row">{text}</th>
    <td class={found?.isError === true ? 'quiet' : undefined} data-is-error={found?.isError}>
      {found?.value ?? '…'}
    </td>
    <td>
      <ToolButton icon="close" label={`${texts.watchRemove} ${text}`} onClick={onRemove} />
    </td>
  </tr>
);
