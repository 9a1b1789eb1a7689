/**
 * All words of the extension and its pages can be translated: none is outside the tables, and a page shows the
 * translations it is given.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript-6';
import { allWords } from '../../../client/scripts/words.mjs';
import { keyValueStore } from '../../language/view/sample-model.ts';
import { becomes } from '../../becomes.ts';
import { graphOf, type GraphPage, type OpenOptions, pagesOfSuite } from './graph-page.ts';
import { chartMessage } from './machine/sample-chart.ts';
import { matrixMessage } from './report/sample-report.ts';
import { rowsMessage, runMessage, stepMessage } from './trace/sample-trace.ts';

/** What VS Code shows to a person, by the function that it is given to, or by the name that it has. */
const shown = /^(show(Information|Warning|Error)Message|setStatusBarMessage)$/;
const shownProperties = /^(title|placeHolder|prompt|detail|tooltip|openLabel|saveLabel)$/;
const shownAttributes = /^(title|placeholder|alt|label|aria-(label|description|roledescription|valuetext))$/;

const isWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** A sentence, or a title of one word, wherever it is. */
const isSaid = (text: string): boolean =>
  /\p{L}{2} \p{L}{2,} \p{L}{2}|^\p{Lu}\p{L}+ .*\p{L}{2}|\p{L}{2}.* .*\p{L}{2}.*\.$|^\p{Lu}\p{Ll}{2,}$/u.test(text) &&
  !names.has(text);

/** Keys of the keyboard, and names that are the same in every language. */
const names = new Set(['Home', 'End', 'Enter', 'Escape', 'Arrow', 'Mermaid', 'Aftermath']);

/** What is translated, and what only the log has. */
const takesWords = /(?:^|\.)(?:t|translated)$/;
const isForLog = /^console\.\w+$|\blog\??(?:\.\w+)?$|^tellFailure$/;

/** What nobody reads in the editor: answers to language models, and a text of our language. */
const notForPeople = ['client/src/assistants/tool-run.ts', 'client/src/files/starter-model.ts'];

/** Finds words that a person reads and that stand in the code by themselves. */
function untranslated(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const check = (node: ts.Node | undefined): void => {
    if (node === undefined) return;
    if ((ts.isStringLiteralLike(node) || ts.isJsxText(node)) && isWord(node.text)) found.push(node.text.trim());
    if (
      ts.isTemplateExpression(node) &&
      isWord(node.head.text + node.templateSpans.map((span) => span.literal.text).join(''))
    )
      found.push(node.getText(source));
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(check);
    if (ts.isJsxExpression(node)) check(node.expression);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) check(node);
    if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent)) check(node);
    if (ts.isJsxAttribute(node) && shownAttributes.test(node.name.getText(source))) check(node.initializer);
    if (ts.isPropertyAssignment(node) && shownProperties.test(node.name.getText(source))) check(node.initializer);
    if (ts.isCallExpression(node) && shown.test(node.expression.getText(source).split('.').at(-1) ?? ''))
      node.arguments.forEach(check);
    ts.forEachChild(node, visit);
  };
  visit(source);
  sentencesIn(source, (text) => {
    if (!found.includes(text)) found.push(text);
  });
  return found;
}

/** Finds sentences that stand anywhere in the code by themselves. */
function sentencesIn(source: ts.SourceFile, tell: (text: string) => void): void {
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) {
      if (ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template))
        node.template.templateSpans.forEach(({ expression }) => {
          visit(expression);
        });
      return;
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source);
      if (isForLog.test(called)) return;
      if (takesWords.test(called)) {
        node.arguments.slice(1).forEach(visit);
        return;
      }
    }
    const text = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
      : ts.isStringLiteralLike(node)
        ? node.text
        : '';
    if (isSaid(text)) tell(text);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

describe('the words that a person reads', () => {
  it('are found if they are alone in the code', () => {
    const code = `void vscode.window.showErrorMessage('It failed.', x ? 'Again' : y);
      const page = <p title={\`\${n} things\`}>Some words{y}</p>;
      pick({ placeHolder: 'Which one?', id: 'no word', title: vscode.l10n.t('Fine') });`;
    const found = untranslated('some.tsx', code);
    assert.deepEqual(found, ['It failed.', 'Again', '`${n} things`', 'Some words', 'Which one?']);
    const sentences = `import x from 'Some where else';
      const titles = { run: 'Run', key: 'Enter' };
      const all = [t\`Said well: \${f('Not at all well')}\`, \`After \${n} of the steps\`, vscode.l10n.t('It is said.')];
      log?.error('It is not for people.');
      throw new RefusedRequest('It cannot be set.');`;
    const bare = ['Run', 'Not at all well', 'After … of the steps', 'It cannot be set.'];
    assert.deepEqual(untranslated('other.ts', sentences), bare);
  });

  const tables = 'client/webview/**/texts.ts';
  for (const file of globSync('client/{src,webview}/**/*.{ts,tsx}', { exclude: [tables, ...notForPeople] })) {
    it(`are not in ${file}`, () => {
      assert.deepEqual(untranslated(file, readFileSync(file, 'utf8')), []);
    });
  }

  it('of the manifest are all in package.nls.json', () => {
    const manifest = readFileSync('package.json', 'utf8');
    const words: unknown = JSON.parse(readFileSync('package.nls.json', 'utf8'));
    const named = new Set([...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name));
    assert.deepEqual(Object.keys(Object(words) as object).toSorted(), [...named].toSorted());
    const { contributes } = JSON.parse(manifest) as { readonly contributes: object };
    // Models read the parameters of tools, in one language.
    const shown = JSON.stringify(contributes, (key, value: unknown) => (key === 'inputSchema' ? undefined : value));
    const bare = shown.matchAll(/"(?:title|description|markdownDescription|contents)":"([^%"][^"]*)"/g);
    // The name of the product is the same everywhere.
    assert.deepEqual(new Set([...bare].map(([, word]) => word)), new Set(['Aftermath']));
  });
});

type Show = NonNullable<OpenOptions['show']>;

/** Words that are no page's own: names of formats, and what the model says, which is English. */
const said = new Set(['JSON', 'SVG', 'PNG', 'destroyed', 'Crash Matrix']);

const reached: Readonly<Record<Show, (opened: GraphPage) => Promise<void>>> = {
  graph: async ({ draw, page }) => {
    await draw(graphOf(keyValueStore()));
    await page.locator('[data-node="db"]').click();
    await page.locator('[data-details="db"]').waitFor();
  },
  report: async ({ sendRaw, page }) => {
    await sendRaw(matrixMessage);
    await page.locator('[data-row]').first().waitFor();
  },
  machine: async ({ sendRaw, page, sentOf }) => {
    await sendRaw(chartMessage());
    await page.locator('svg[data-layout]').waitFor();
    // The worker, too, says it in the language of the page.
    await becomes(() => sentOf('trouble'), [{ type: 'trouble', message: '⟦The layout engine failed.⟧' }]);
  },
  trace: async ({ sendRaw, page }) => {
    await sendRaw(runMessage(400));
    await sendRaw(rowsMessage(0, 99));
    await sendRaw(stepMessage(0));
    await page.locator('[data-details="0"]').waitFor();
  },
};

/** A layout engine that answers no question. */
const failing = 'onmessage = ({ data: { id } }) => postMessage({ id, error: {} });';

describe('a page in a language that nobody speaks', () => {
  const openPage = pagesOfSuite();
  const words = new Set(allWords('client/{src,webview}'));

  for (const [show, reach] of Object.entries(reached) as [Show, (opened: GraphPage) => Promise<void>][]) {
    it(`shows none of its own English words: ${show}`, async () => {
      const opened = await openPage({ show, isPseudo: true, ...(show === 'machine' && { worker: failing }) });
      await reach(opened);
      const read = await opened.page.evaluate(() => {
        const texts: string[] = [];
        for (const element of document.querySelectorAll('body *')) {
          for (const name of ['aria-label', 'title', 'placeholder', 'aria-description'])
            texts.push(element.getAttribute(name) ?? '');
          for (const child of element.childNodes)
            if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '');
        }
        return texts.map((text) => text.trim()).filter((text) => text !== '');
      });
      const translated = read.filter((text) => text.includes('⟦'));
      assert.ok(translated.length > 5, read.join(' | '));
      assert.deepEqual([...new Set(read.filter((text) => words.has(text) && !said.has(text)))], []);
    });
  }
});
