/**
 * A list of a report: each item with its sign, step and reason; the whole chain of facts unfolds below it.
 */
import type { VNode } from 'preact';
import type { ReportFact, ReportItem, ReportList, TargetIndex } from '../../../language/src/view/report/report.ts';
import { ReportSignMark } from './sign.tsx';
import { signWords, texts } from './texts.ts';

/** The properties of a list. */
export interface ListProps {
  readonly list: ReportList;
  readonly onFollow: (target: TargetIndex) => void;
}

/** Shows a list. */
export function List({ list, onFollow }: ListProps): VNode {
  if (list.items.length === 0) return <p class="quiet">{list.empty}</p>;
  return (
    <ul class={list.items.some(({ step }) => step !== undefined) ? 'items has-steps' : 'items'}>
      {list.items.map((item, place) => (
        <Item key={`${item.text} ${item.detail ?? ''} ${place.toString()}`} item={item} onFollow={onFollow} />
      ))}
    </ul>
  );
}

function Item({ item, onFollow }: { readonly item: ReportItem } & Pick<ListProps, 'onFollow'>): VNode {
  const { text, detail, step, sign, target, because } = item;
  const [reason, ...earlier] = because.toReversed();
  return (
    <li data-item={text}>
      {step !== undefined && <span class="step">{`${step.toString()}.`}</span>}
      {sign !== undefined && (
        <span role="img" aria-label={signWords[sign]} title={signWords[sign]}>
          <ReportSignMark sign={sign} />
        </span>
      )}
      <span class="item">
        <Follow text={text} target={target} onFollow={onFollow} />
        {detail !== undefined && <span class="quiet">{` ${detail}`}</span>}
        {reason !== undefined && earlier.length === 0 && (
          <span class="reason">
            <Fact fact={reason} onFollow={onFollow} />
          </span>
        )}
        {reason !== undefined && earlier.length > 0 && (
          <details>
            <summary>
              <span class="why">{texts.why}</span> {reason.text}
            </summary>
            <Reasons because={because} onFollow={onFollow} />
          </details>
        )}
      </span>
    </li>
  );
}

/** The properties of a chain of facts. */
export interface ReasonsProps extends Pick<ListProps, 'onFollow'> {
  readonly because: readonly ReportFact[];
}

/** Shows a chain of facts, from cause to effect. */
export function Reasons({ because, onFollow }: ReasonsProps): VNode {
  return (
    <ol>
      {because.map((fact, link) => (
        <li key={link} data-reason>
          <Fact fact={fact} onFollow={onFollow} />
        </li>
      ))}
    </ol>
  );
}

function Fact({ fact, onFollow }: { readonly fact: ReportFact } & Pick<ListProps, 'onFollow'>): VNode {
  return (
    <>
      <Follow text={fact.text} target={fact.target} onFollow={onFollow} />
      {fact.place !== undefined && <span class="quiet">{` ${fact.place}`}</span>}
    </>
  );
}

interface FollowProps extends Pick<ListProps, 'onFollow'> {
  readonly text: string;
  readonly target: TargetIndex | undefined;
}

/** A text, linked to its target if it has one. */
function Follow({ text, target, onFollow }: FollowProps): VNode {
  if (target === undefined) return <>{text}</>;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        onFollow(target);
      }}
    >
      {text}
    </button>
  );
}
