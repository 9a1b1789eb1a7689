/**
 * Everything visible in a run after a step, as `verify --full` prints it: every entity, and messages under way.
 */
import type { VNode } from 'preact';
import type { StateRow } from '../../../language/src/view/run/full-state.ts';
import type { StepView } from '../../../language/src/view/run/run-step.ts';
import { texts } from './texts.ts';
import { treeOf, type RowNode } from './tree.ts';

/** The properties of the state. */
export interface FullStateProps {
  /** Absent until it comes. */
  readonly full: StepView['full'];
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** Shows a switch, and the state while it is on. */
export const FullState = ({ full, isOn, onToggle }: FullStateProps): VNode => (
  <>
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          onToggle(checked);
        }}
        data-full-switch
      />
      {texts.fullSwitch}
    </label>
    {isOn && (
      <section aria-label={texts.full} aria-busy={full === undefined} data-full>
        <h3>{texts.full}</h3>
        {full === undefined ? <p class="quiet">{texts.loading}</p> : <Lines nodes={treeOf(full.rows)} />}
        {full !== undefined && full.others > 0 && <p class="quiet">{`${full.others.toString()} ${texts.moreLines}`}</p>}
      </section>
    )}
  </>
);

const Lines = ({ nodes }: { readonly nodes: readonly RowNode<StateRow>[] }): VNode => (
  <ul class="changes full-state">
    {nodes.map(({ row, parts }, index) => (
      <li key={index} data-state={row.name}>
        {row.text === undefined ? (
          <details open>
            <summary>{row.name}</summary>
            <Lines nodes={parts} />
          </details>
        ) : (
          <>
            <span class="change-name">{`${row.name}: `}</span>
            {row.text}
          </>
        )}
      </li>
    ))}
  </ul>
);
