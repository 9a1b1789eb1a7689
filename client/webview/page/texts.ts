/**
 * The words that all pages share.
 */
import { translated } from './translated.ts';

export const texts = translated({
  retry: 'Retry',
  showLog: 'Show Log',
});
