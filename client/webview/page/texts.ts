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
  refused: 'The page refused a message that it does not know.',
  unpainted: 'The picture cannot be painted here.',
});
