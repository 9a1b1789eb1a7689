/**
 * What a page shows where there is no picture: why, and what can be done about it.
 */
import type { VNode } from 'preact';
import { texts } from './texts.ts';

/** What a reader of any page may ask for after a failure. */
type Remedy = { readonly type: 'retry' } | { readonly type: 'showLog' };

export interface NoticeProps {
  /** Its name in the page, for style sheets and tests. */
  readonly kind: string;
  readonly sentence: string;
  /** More about it, in the words of whoever failed. */
  readonly details?: string | undefined;
  /** What the reader can do. */
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

/** Shows that something failed, with a way to try again and one to the log. */
export const Failure = (props: {
  readonly sentence: string;
  readonly details: string;
  readonly post: (message: Remedy) => void;
}): VNode => (
  <Notice
    kind="failed"
    sentence={props.sentence}
    details={props.details}
    buttons={[
      { label: texts.retry, press: () => props.post({ type: 'retry' }) },
      { label: texts.showLog, press: () => props.post({ type: 'showLog' }) },
    ]}
  />
);
