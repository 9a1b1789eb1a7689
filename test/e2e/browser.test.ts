/**
 * A machine without a browser: the user is told how to get one, and the test is never skipped.
 */
import assert from 'node:assert/strict';
import { findBrowser } from './browser.ts';

describe('the search for a browser', () => {
  it('takes the program that CHROMIUM names', () => {
    assert.equal(findBrowser({ CHROMIUM: process.execPath, PATH: '' }), process.execPath);
  });

  it('says how to get a browser if there is none', () => {
    assert.throws(
      () => findBrowser({ PATH: '/nowhere' }),
      /There is no browser: .*apt-get install chromium-headless-shell/,
    );
  });

  it('says so when CHROMIUM names no program', () => {
    assert.throws(() => findBrowser({ CHROMIUM: '/nowhere/chromium' }), /CHROMIUM is "\/nowhere\/chromium"/);
  });
});
