/**
 * The page while there is no picture: the reason, and what can be done.
 */
import type { VNode } from 'preact';
import { Failure, Notice } from '../../page/notice.tsx';
import type { GraphHost } from '../messages.ts';
import type { PageNotice } from '../page-state.ts';
import { texts } from '../texts.ts';

/** The properties of the notice. */
export interface PageNoticesProps {
  readonly notice: PageNotice;
  readonly post: GraphHost['post'];
}

/** Shows the notice, with what can be done. */
export function PageNotices({ notice, post }: PageNoticesProps): VNode {
  if (notice.kind === 'failed') return <Failure sentence={texts.failed} details={notice.message} post={post} />;
  const newModel = {
    label: texts.newModel,
    press: () => {
      post({ type: 'newModel' });
    },
  };
  return (
    <Notice kind={notice.kind} sentence={texts[notice.kind]} buttons={notice.kind === 'noDocument' ? [newModel] : []} />
  );
}
