/**
 * The words common to all pages.
 */
import { translated } from './translated.ts';

/** The words common to all pages. */
export const texts = translated({
  retry: 'Retry',
  showLog: 'Show Log',
  moreTools: 'More tools',
  export: 'Export…',
});
