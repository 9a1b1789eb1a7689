/**
 * Actions that show more or less around an entity: its neighbourhood, what it depends on, what depends on it,
 * the ways to another one, what it shares with another PD, and its contents.
 */
import type { VNode } from 'preact';
import type { GraphNode, GraphView } from '../../../../language/src/view/graph.ts';
import type { ViewChoice } from '../../../../language/src/view/shown/shown.ts';
import { withContainer, withFocus } from '../choice.ts';
import { texts } from '../texts.ts';
import { ToolButton } from '../../page/tool-icon.tsx';

/** The properties of the actions. */
export interface NarrowActionsProps {
  readonly node: GraphNode;
  /** The whole graph. */
  readonly whole: GraphView;
  readonly choice: ViewChoice;
  readonly onChange: (choice: ViewChoice) => void;
}

/** The initial size of a neighbourhood, in hops. */
const firstHops = 1;

/** The most entities offered as the end of a way; others can be typed. */
const mostOffered = 2000;

/** Shows a button for each action. */
export function NarrowActions({ node, whole, choice, onChange }: NarrowActionsProps): VNode {
  const isContainer = whole.nodes.some(({ parent }) => parent === node.id);
  const pds = node.kind === 'pd' ? whole.nodes.filter(({ kind, id }) => kind === 'pd' && id !== node.id) : [];
  return (
    <div class="actions" data-narrow>
      <ToolButton
        icon="near"
        label={texts.near}
        onClick={() => {
          onChange(withFocus(choice, { kind: 'near', of: node.id, hops: firstHops }));
        }}
        hasText
      />
      {(['up', 'down'] as const).map((kind) => (
        <ToolButton
          key={kind}
          icon={kind}
          label={kind === 'up' ? texts.traceUp : texts.traceDown}
          onClick={() => {
            onChange(withFocus(choice, { kind, of: node.id }));
          }}
          hasText
        />
      ))}
      {isContainer && (
        <ToolButton
          icon={node.inside === undefined ? 'collapse' : 'expand'}
          label={node.inside === undefined ? texts.collapse : texts.expand}
          onClick={() => {
            onChange(withContainer(choice, node.id, node.inside !== undefined));
          }}
          hasText
        />
      )}
      <label class="field">
        {texts.wayTo}
        <input
          type="text"
          list="ways"
          value=""
          spellcheck={false}
          placeholder={texts.chooseEntity}
          data-way-to
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (whole.nodes.some(({ id }) => id === value))
              onChange(withFocus(choice, { kind: 'path', of: node.id, with: value }));
          }}
        />
        <datalist id="ways">
          {whole.nodes.slice(0, mostOffered).map(({ id }) => id !== node.id && <option key={id} value={id} />)}
        </datalist>
      </label>
      {pds.length > 0 && (
        <label class="field">
          {texts.sharedWith}
          <select
            value=""
            data-shared-with
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (value !== '') onChange(withFocus(choice, { kind: 'shared', of: node.id, with: value }));
            }}
          >
            <option value="">{texts.choosePd}</option>
            {pds.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
