/** What all pages of the site have in common. */

/**
 * Returns a text as it is written in HTML, in attributes too.
 * @param {string} text
 */
export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns a content policy that allows what is given, and nothing else.
 * @param {Readonly<Record<string, string>>} allowed
 */
export const policyOf = (allowed) =>
  Object.entries({ 'default-src': `'none'`, ...allowed, 'base-uri': `'none'`, 'form-action': `'none'` })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
