/**
 * The HTML of a page in a webview. It is set once and contains nothing of a model; everything else is sent as messages.
 */

/** The variable parts of a page's HTML. */
export interface PageHtmlOptions {
  /** The source of the webview's own files, for its content policy. */
  readonly cspSource: string;
  /** A random text, new for each page. */
  readonly nonce: string;
  readonly scriptUrl: string;
  readonly styleUrl: string;
  /**
   * Scripts that the page reads and starts as workers from blobs, if it has a layout: the layout itself, and its
   * engine. A worker from a blob has the policy of its page.
   */
  readonly workers?: { readonly layout: string; readonly elk: string };
  readonly language: string;
  /** The name of the panel for context menus. */
  readonly panel?: string;
  /** The page's English words and their translations, if there are any. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The field of a page's menu context that names its panel. */
export const panelField = 'aftermathPanel';

/** Returns the page, which may run only its own script and load nothing from elsewhere. */
export function pageHtml(options: PageHtmlOptions): string {
  const { cspSource, nonce, workers } = options;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    // A picture is painted from its own text before it is written as a PNG.
    'img-src data:',
    ...(workers === undefined ? [] : [`connect-src ${cspSource}`, 'worker-src blob:']),
  ];
  const named = (name: string, value: string | undefined): string =>
    value === undefined ? '' : ` data-${name}="${attribute(value)}"`;
  const scripts = Object.entries(workers ?? {}).map(([name, url]) => named(`${name}-worker`, url));
  const menu = options.panel === undefined ? undefined : JSON.stringify({ [panelField]: options.panel });
  const words = named('words', options.words === undefined ? undefined : JSON.stringify(options.words));
  return `<!doctype html>
<html lang="${attribute(options.language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${attribute(policy.join('; '))}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Aftermath</title>
    <link rel="stylesheet" href="${attribute(options.styleUrl)}" />
  </head>
  <body${named('vscode-context', menu)}>
    <div id="root"${scripts.join('')}${words}></div>
    <script nonce="${attribute(nonce)}" src="${attribute(options.scriptUrl)}"></script>
  </body>
</html>
`;
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
