/**
 * Nested differences as a tree: nodes with parts can be folded, and a long value is shown in full on demand.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ChangeRow } from '../../../language/src/view/run/run-step.ts';
import { texts } from './texts.ts';
import { treeOf, type RowNode } from './tree.ts';

/** The properties of the tree. */
export interface ChangesTreeProps {
  readonly changes: readonly ChangeRow[];
  /** The names of the two sides. */
  readonly sides: readonly [before: string, after: string];
}

/** Shows the differences. */
export const ChangesTree = ({ changes, sides }: ChangesTreeProps): VNode => (
  <ul class="changes">
    {treeOf(changes).map((each, index) => (
      <Change key={index} node={each} sides={sides} />
    ))}
  </ul>
);

function Change({
  node,
  sides,
}: {
  readonly node: RowNode<ChangeRow>;
  readonly sides: ChangesTreeProps['sides'];
}): VNode {
  const { row, parts } = node;
  const isGroup = row.before === undefined && row.after === undefined;
  if (isGroup) {
    return (
      <li data-change={row.name}>
        <details open>
          <summary>{row.name}</summary>
          <ul>
            {parts.map((each, index) => (
              <Change key={index} node={each} sides={sides} />
            ))}
          </ul>
        </details>
      </li>
    );
  }
  return (
    <li class="change" data-change={row.name}>
      <span class="change-name">{row.name}</span>
      <Side label={sides[0]} text={row.before} kind="before" />
      <span class="change-arrow" aria-hidden="true">
        →
      </span>
      <Side label={sides[1]} text={row.after} kind="after" />
    </li>
  );
}

/** The most letters of a value before it is cut; a button shows all of it. */
const mostLetters = 60;

interface SideProps {
  readonly label: string;
  readonly text: string | undefined;
  readonly kind: 'before' | 'after';
}

function Side({ label, text, kind }: SideProps): VNode {
  const [isWhole, setWhole] = useState(false);
  if (text === undefined) return <span class={`${kind} quiet`}>{texts.nothing}</span>;
  const isCut = !isWhole && text.length > mostLetters;
  return (
    <span class={kind} title={`${label}: ${text.slice(0, 500)}`}>
      {isCut ? text.slice(0, mostLetters) : text}
      {isCut && (
        <button
          type="button"
          class="link"
          aria-label={texts.moreValue}
          onClick={() => {
            setWhole(true);
          }}
        >
          …
        </button>
      )}
    </span>
  );
}
