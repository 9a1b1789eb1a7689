/**
 * The notice that a page shows instead of a picture: the reason, and what can be done.
 */
import type { VNode } from 'preact';
import { texts } from './texts.ts';

/** A user's request after a failure. */
type Remedy = { readonly type: 'retry' } | { readonly type: 'showLog' };

/** The properties of a notice. */
export interface NoticeProps {
  /** Its name in the page, for style sheets and tests. */
  readonly kind: string;
  readonly sentence: string;
  /** The details, as the failing component reported them. */
  readonly details?: string | undefined;
  /** The possible actions. */
  readonly buttons?: readonly { readonly label: string; readonly press: () => void }[];
}

/** Shows a notice in the middle of the page. */
export const Notice = ({ kind, sentence, details, buttons = [] }: NoticeProps): VNode => (
  <div class="notice" role="status" data-notice={kind}>
    <p>{sentence}</p>
    {details !== undefined && <p class="quiet">{details}</p>}
    {buttons.map(({ label, press }) => (
      <button key={label} type="button" class="prominent" onClick={press}>
        {label}
      </button>
    ))}
  </div>
);

/** Shows a failure, with buttons to try again and to open the log. */
export function Failure(props: {
  readonly sentence: string;
  readonly details: string;
  readonly post: (message: Remedy) => void;
}): VNode {
  const { sentence, details, post } = props;
  const button = (label: string, type: Remedy['type']) => ({
    label,
    press: () => {
      post({ type });
    },
  });
  const buttons = [button(texts.retry, 'retry'), button(texts.showLog, 'showLog')];
  return <Notice kind="failed" sentence={sentence} details={details} buttons={buttons} />;
}
