/**
 * Long work in steps: it stops on cancellation, and never reports on an outdated text.
 */
import assert from 'node:assert/strict';
import { delayNextTick } from 'langium';
import { CancellationToken, CancellationTokenSource, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { lexerOf } from '../../../language/src/dsl/services.ts';
import { codeLenses } from '../../../server/src/features/code-lenses.ts';
import { formatDocument } from '../../../server/src/features/formatting.ts';
import { foldsOf } from '../../../server/src/features/folding.ts';
import { inlayHints } from '../../../server/src/features/inlay-hints.ts';
import { documentGraph } from '../../../server/src/features/own-requests.ts';
import { occurrencesAt } from '../../../server/src/features/references.ts';
import { renameAt } from '../../../server/src/features/rename.ts';
import { semanticTokens } from '../../../server/src/features/semantic-tokens.ts';
import { documentOutline } from '../../../server/src/features/symbols.ts';
import { findSymbols } from '../../../server/src/features/workspace-symbols.ts';
import { guard, slicingTrees } from '../../../server/src/lsp/guard.ts';
import type { ModelDocument } from '../../../server/src/workspace/model-cache.ts';
import { usualSettings } from '../../../server/src/workspace/settings.ts';
import { inSlices } from '../../../server/src/workspace/slices.ts';
import type { Workspace } from '../../../server/src/workspace/workspace.ts';
import { generateModel } from '../generated-model.ts';
import { mainUri, openInMemory } from '../in-memory.ts';

/** Takes a while: 100,000 entities with 150,000 relations. */
const large = `space s { resource r[50000] }
pd m { manages s }
pd p[50000] { holds s.r[index], s.r[0] requests m }`;

const otherUri = 'file:///models/other.aft';

const codeOf = (answer: unknown): number | undefined => (answer instanceof ResponseError ? answer.code : undefined);

describe('a question about a model that is not made yet', () => {
  const uri = mainUri;

  it('lets messages through while the model is made, and ends when it is cancelled', async () => {
    const { workspace, document } = await openInMemory(large);
    const guarded = guard(
      workspace,
      (message) => assert.fail(message),
      () => Promise.resolve(),
    );
    const source = new CancellationTokenSource();
    let tries = 0;
    const ask = guarded('test', undefined, () => {
      tries += 1;
      return workspace.models.of(document).model.entities.length;
    });
    const answer = ask({ textDocument: { uri } }, source.token);
    let turns = 0;
    while (turns++ < 6) await delayNextTick();
    source.cancel();
    assert.equal(codeOf(await answer), LSPErrorCodes.RequestCancelled);
    assert.equal(tries, 1);
    // What was begun is not lost, and whoever can wait is answered.
    assert.equal(await ask({ textDocument: { uri } }, CancellationToken.None), 100_002);
    assert.equal(tries, 3);
  });

  it('is asked of the newest text', async () => {
    const { workspace } = await openInMemory(large);
    const guarded = guard(
      workspace,
      (message) => assert.fail(message),
      () => Promise.resolve(),
    );
    const ask = guarded('test', undefined, () => {
      const document = workspace.find(mainUri);
      assert.ok(document);
      return workspace.models.of(document).model.entities.length;
    });
    const answer = ask({ textDocument: { uri } }, CancellationToken.None);
    let turns = 0;
    while (turns++ < 6) await delayNextTick();
    workspace.setText(mainUri, { version: 2, text: 'pd a' });
    await workspace.settle();
    assert.equal(await answer, 1);
  });
});

describe('an answer that fails', () => {
  it('is refused, and the log says why', async () => {
    const { workspace } = await openInMemory('pd a');
    const log: string[] = [];
    const guarded = guard(
      workspace,
      (message) => log.push(message),
      () => Promise.resolve(),
    );
    const ask = guarded('test', 'nothing', () => {
      throw new Error('out of cheese');
    });
    assert.equal(await ask({ textDocument: { uri: mainUri } }, CancellationToken.None), 'nothing');
    assert.match(log.join(), /^The request test failed: .*out of cheese/);
  });
});

describe('an answer that is made in steps', () => {
  /** Asks for something that takes so many steps, does something in the third of them, and says what came of it. */
  async function ask(workspace: Workspace, howMany: number, inThird: (source: CancellationTokenSource) => void) {
    const source = new CancellationTokenSource();
    let begun = 0;
    let steps = 0;
    const answer = slicingTrees(
      guard(
        workspace,
        () => undefined,
        () => Promise.resolve(),
      ),
      workspace,
    )('test', 'failed', function* () {
      begun += 1;
      for (let step = 0; step < howMany; step++) {
        if (++steps === 3) inThird(source);
        const end = performance.now() + 20;
        while (performance.now() < end);
        yield;
      }
      return `made in beginning ${String(begun)}`;
    });
    const said = await answer({ textDocument: { uri: mainUri } }, source.token);
    return { said, begun, steps };
  }

  it('ends in the step in which it is cancelled', async () => {
    const { workspace } = await openInMemory('pd a');
    const { said, steps } = await ask(workspace, 1000, (source) => {
      source.cancel();
    });
    assert.equal(codeOf(said), LSPErrorCodes.RequestCancelled);
    assert.equal(steps, 3);
  });

  it('is refused if the text changes that was asked about', async () => {
    const { workspace } = await openInMemory('pd a');
    const { said, begun, steps } = await ask(workspace, 1000, () => {
      workspace.setText(mainUri, { version: 2, text: 'pd b' });
      void workspace.settle();
    });
    assert.equal(codeOf(said), LSPErrorCodes.ContentModified);
    assert.ok(begun === 1 && steps < 10, `${String(steps)} steps`);
  });

  it('begins again where another text changes', async () => {
    const { workspace } = await openInMemory('pd a');
    const { said, begun } = await ask(workspace, 6, () => {
      workspace.setText(otherUri, { version: 1, text: 'pd b' });
      void workspace.settle();
    });
    assert.equal(said, 'made in beginning 2');
    assert.equal(begun, 2);
  });

  it('is given up where others change texts all the time', async () => {
    const { workspace } = await openInMemory('pd a');
    let version = 1;
    const answer = slicingTrees(
      guard(
        workspace,
        () => undefined,
        () => Promise.resolve(),
      ),
      workspace,
    )('test', 'failed', function* () {
      for (;;) {
        workspace.setText(otherUri, { version, text: `pd b${String(version++)}` });
        void workspace.settle();
        const end = performance.now() + 20;
        while (performance.now() < end);
        yield;
      }
    });
    const said = await answer({ textDocument: { uri: mainUri } }, new CancellationTokenSource().token);
    assert.equal(codeOf(said), LSPErrorCodes.ContentModified);
  });
});

describe('an answer for which a text is cut or parsed', () => {
  const count = 500;
  const text = Array.from({ length: count }, (_, index) => `pd  p${String(index)} { } // ${'-'.repeat(240)}\n`).join(
    '',
  );
  type Begin = (workspace: Workspace, document: ModelDocument) => Generator<undefined, unknown>;
  const fold: Begin = ({ services }, document) => {
    const lexer = lexerOf(services.aftermath);
    // Otherwise the tokens of the last text, which is the same, would be taken over.
    lexer.tokenizeFile('');
    return foldsOf(document, lexer);
  };
  // A step for each declaration, or for each 20,000 characters.
  const works: readonly (readonly [name: string, begin: Begin, least: number])[] = [
    ['formatting', formatDocument, count],
    ['renaming', (workspace, document) => renameAt(workspace, document, 4, 'other'), count],
    ['folding', fold, text.length / 20_000],
  ];
  for (const [name, begin, least] of works)
    it(`is left in the middle when cancelled: ${name}`, async () => {
      const { workspace, document } = await openInMemory(text);
      let all = 0;
      for (const steps = begin(workspace, document); steps.next().done !== true;) all += 1;
      assert.ok(all > least, `${String(all)} steps`);
      const source = new CancellationTokenSource();
      let taken = 0;
      const watched = function* () {
        for (const steps = begin(workspace, document); steps.next().done !== true; yield) {
          taken += 1;
          if (taken !== Math.floor(all / 2)) continue;
          source.cancel();
          // A slice ends by time.
          for (const end = performance.now() + 20; performance.now() < end;);
        }
      };
      assert.equal(codeOf(await inSlices(watched(), source.token)), LSPErrorCodes.RequestCancelled);
      assert.equal(taken, Math.floor(all / 2));
    });
});

describe('what is asked about a large file', () => {
  it('is made in many steps, so none is long', async () => {
    const { workspace, document } = await openInMemory(generateModel(1000));
    const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    const { codeLens, inlayHints: hints } = usualSettings;
    const stepsOf = (steps: Generator<undefined, unknown>): number => {
      for (let count = 1; ; count++) if (steps.next().done === true) return count;
    };
    const least = {
      outline: [documentOutline(document), 300],
      symbols: [findSymbols(workspace, 'nothing of this name'), 300],
      lenses: [codeLenses(workspace, document, codeLens), 5],
      hints: [inlayHints(workspace, document, all, hints), 300],
      tokens: [semanticTokens(workspace, document), 20],
      folds: [foldsOf(document, lexerOf(workspace.services.aftermath)), 3],
      formatting: [formatDocument(workspace, document), 20],
      rename: [renameAt(workspace, document, document.textDocument.getText().indexOf('store0'), 'other'), 300],
      graph: [documentGraph({ model: workspace.models.of(document) }, 1), 4],
      references: [
        occurrencesAt(workspace, document, document.textDocument.getText().indexOf('store0'), [document]),
        2,
      ],
    } as const;
    for (const [name, [steps, count]] of Object.entries(least)) {
      const made = stepsOf(steps);
      assert.ok(made >= count, `${name} in ${String(made)} steps`);
    }
  });
});
