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
const policyOf = (allowed) =>
  Object.entries({ 'default-src': `'none'`, ...allowed, 'base-uri': `'none'`, 'form-action': `'none'` })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/**
 * Returns a page of the site that may load only what its policy allows.
 * @param {object} page
 * @param {string} page.title
 * @param {Readonly<Record<string, string>>} page.policy
 * @param {readonly string[]} page.styles their addresses
 * @param {string} [page.head] more of its head
 * @param {string} page.body
 */
export const htmlPage = ({ title, policy, styles, head = '', body }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(policy))}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(title)}</title>
${head}${styles.map((style) => `<link rel="stylesheet" href="${style}" />\n`).join('')}</head>
<body class="vscode-light">
${body}</body>
</html>
`;
