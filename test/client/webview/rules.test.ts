/**
 * The requirements of VS Code on every webview that the sources can show: one place that sets the HTML, an unguessable
 * nonce, only colours of the theme, text only as text. A new page is covered without a new line here.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../../client/scripts/processes.mjs';

const read = (file: string): string => readFileSync(join(checkout, file), 'utf8');
const filesOf = (...patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: checkout })).sort();

const extension = filesOf('client/src/**/*.ts');
const pages = filesOf('client/webview/**/*.{ts,tsx}', 'language/src/drawing/**/*.{ts,tsx}');
const styles = filesOf('client/webview/**/*.css');

/** Returns the files that contain something. */
const withText = (files: readonly string[], pattern: RegExp): readonly string[] =>
  files.filter((file) => pattern.test(read(file)));

/** The files that keep panels of a type. */
const panels = withText(extension, /(?<!function )keepPanels</u);
const keeping = read('client/src/page/kept-panels.ts');
const connecting = read('client/src/page/page-panels.ts');

/** Returns the text of a file that keeps panels, with that of the file that fills them where there is one. */
function ofPanel(file: string): string {
  const text = read(file);
  const filled = [...text.matchAll(/from '\.\/([\w-]+-page-panel\.ts)'/gu)].map(([, name = '']) => name);
  return [text, ...filled.map((name) => read(join(file, '..', name)))].join('\n');
}

/** Returns the types of the panels that a file keeps. */
const typesIn = (file: string): readonly string[] =>
  [...read(file).matchAll(/PanelType = '([^']+)'/gu)].map(([, type = '']) => type);

describe('Every notification', () => {
  it('is shown by one file, which leaves no link in it', () => {
    const showing = /window\s*\.show\w+Message\(|ProgressLocation\.Notification/u;
    assert.deepEqual(withText(extension, showing), ['client/src/notices/notices.ts']);
    const notices = read('client/src/notices/notices.ts');
    const shown = [...notices.matchAll(/\.show\w+Message\(|report\(\{ message: |title: `/gu)];
    assert.equal([...notices.matchAll(/withoutLinks\(/gu)].length, shown.length);
  });
});

describe('Every webview', () => {
  it('is one of several, so these rules apply to something', () => {
    assert.ok(panels.flatMap(typesIn).length >= 5);
    // Whoever makes a panel has it kept.
    const makers = withText(extension, /createWebviewPanel\(/u).filter((file) => !panels.includes(file));
    assert.deepEqual(makers, ['client/src/page/kept-panels.ts']);
    assert.ok(pages.length > 30 && styles.length >= 3);
  });

  it('has its HTML set once, in one place, with a random nonce and files of its own folder only', () => {
    assert.deepEqual(withText(extension, /webview\.html\s*=/u), ['client/src/page/webview-page.ts']);
    const loading = read('client/src/page/webview-page.ts');
    assert.match(loading, /nonce: crypto\.randomUUID\(\)/u);
    assert.match(loading, /localResourceRoots: \[files\]/u);
    assert.match(loading, /const files = vscode\.Uri\.joinPath\(extensionUri, 'dist', 'webview'\);/u);
    assert.match(connecting, /setPage\(/u);
    for (const file of panels) assert.match(ofPanel(file), /pages\.connect\(/u, file);
  });

  it('is not retained while hidden, and runs no commands', () => {
    assert.deepEqual(withText(extension, /retainContextWhenHidden|enableCommandUris|enableForms/u), []);
    assert.deepEqual(withText([...extension, ...pages], /Math\.random/u), []);
  });

  it('comes back after a reload, whatever kind of panel it is', () => {
    const { activationEvents } = JSON.parse(read('package.json')) as { readonly activationEvents: readonly string[] };
    assert.match(keeping, /registerWebviewPanelSerializer\(kind\.type/u);
    for (const file of panels) {
      const types = typesIn(file);
      assert.ok(types.length > 0, file);
      for (const type of types) assert.ok(activationEvents.includes(`onWebviewPanel:${type}`), type);
    }
  });

  it('tells VS Code when it is shown and closed', () => {
    const parts = ['onDidChangeViewState(', '.setVisible(panel.visible)', 'onDidDispose(', 'onDidReceiveMessage('];
    for (const part of parts) assert.ok(connecting.includes(part), part);
  });

  it('keeps the API of VS Code in one file, which validates messages and their origin', () => {
    assert.deepEqual(withText(pages, /acquireVsCodeApi/u), ['client/webview/page/host.ts']);
    assert.deepEqual(withText(pages, /addEventListener\('message'/u), ['client/webview/page/host.ts']);
    assert.match(read('client/webview/page/host.ts'), /origin !== window\.origin/u);
  });

  it('renders text only as text', () => {
    const ways =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|dangerouslySetInnerHTML|\beval\(|new Function|srcdoc|javascript:/u;
    assert.deepEqual(withText(pages, ways), []);
  });

  it('has colours of the theme only', () => {
    const own =
      /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:black|white|red|green|blue|gr[ae]y|orange|yellow|purple)\b/iu;
    for (const file of styles) {
      const lines = read(file).split('\n');
      assert.deepEqual(
        lines.filter((line) => own.test(line) && !line.includes('url(#')),
        [],
        file,
      );
    }
    const drawn = pages.filter((file) => !file.endsWith('print-style.ts'));
    assert.deepEqual(withText(drawn, /(?:fill|stroke|color)="#[0-9a-f]/iu), []);
  });

  it('shows keyboard focus, and respects reduced motion', () => {
    for (const file of styles) {
      const text = read(file);
      assert.ok(!/user-scalable|zoom:\s*\d/u.test(text), file);
      if (/(?:^|[\s;])(?:transition|animation)\s*:/mu.test(text)) {
        assert.match(text, /prefers-reduced-motion|vscode-reduce-motion/u, file);
      }
    }
    assert.ok(!read('client/src/page/page-html.ts').includes('user-scalable'));
    assert.match(read('client/webview/page/page.css'), /:focus-visible/u);
  });
});
