/**
 * What the page shows where there is no picture: why, and what can be done about it.
 */
import type { VNode } from 'preact';
import type { MessageToExtension } from '../messages.ts';
import type { Notice } from '../page-state.ts';
import { texts } from '../texts.ts';

export interface NoticePanelProps {
  readonly notice: Notice;
  readonly post: (message: MessageToExtension) => void;
}

/** Shows a notice in the middle of the page. */
export function NoticePanel({ notice, post }: NoticePanelProps): VNode {
  const button = (label: string, type: 'retry' | 'showLog' | 'newModel'): VNode => (
    <button
      type="button"
      class="prominent"
      onClick={() => {
        post({ type });
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="notice" role="status" data-notice={notice.kind}>
      <p>{notice.kind === 'failed' ? texts.failed : texts[notice.kind]}</p>
      {notice.kind === 'failed' && <p class="quiet">{notice.message}</p>}
      {notice.kind === 'failed' && button(texts.retry, 'retry')}
      {notice.kind === 'failed' && button(texts.showLog, 'showLog')}
      {notice.kind === 'noDocument' && button(texts.newModel, 'newModel')}
    </div>
  );
}
