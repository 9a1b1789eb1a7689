/**
 * A bug in Aftermath is reported and logged, and the server continues; bad texts cost nothing.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../properties.ts';
import { checkDocumentInSteps } from '../../language/src/dsl/check-document.ts';
import { createCompleter } from '../../server/src/completion/complete.ts';
import { createDiagnostics, type Published } from '../../server/src/lsp/diagnostics.ts';
import { hoverAt } from '../../server/src/features/hover.ts';
import { occurrencesAt } from '../../server/src/features/references.ts';
import { documentOutline } from '../../server/src/features/symbols.ts';
import { createWorkspace } from '../../server/src/workspace/workspace.ts';
import { allSteps } from './all-steps.ts';
import { surroundings } from './completion/completion-case.ts';
import { openInMemory, mainUri } from './in-memory.ts';

const noFiles = { read: () => Promise.resolve(undefined), list: () => Promise.resolve([]) };

describe('a fault of Aftermath itself', () => {
  it('becomes one visible finding and a line in the log; other files are checked', async () => {
    const log: string[] = [];
    const told = new Map<string, Published>();
    const otherUri = 'file:///models/other.aft';
    const both = new Promise<void>((resolve) => {
      const workspace = createWorkspace({
        files: noFiles,
        onChanged: (uri) => {
          diagnostics.check(uri);
        },
        log: (message) => log.push(message),
        check: function* (document, documents) {
          if (document.uri.toString() === mainUri) throw new Error('out of cheese');
          return yield* checkDocumentInSteps(document, documents);
        },
      });
      const diagnostics = createDiagnostics({
        workspace,
        log: (message) => log.push(message),
        onModel: () => undefined,
        delay: () => 10,
        isShown: () => true,
        publish: (published) => {
          told.set(published.uri, published);
          if (told.size === 2) resolve();
        },
      });
      workspace.setText(mainUri, { version: 1, text: 'pd a' });
      workspace.setText(otherUri, { version: 1, text: 'space lonely { }' });
    });
    await both;
    const [finding, ...more] = told.get(mainUri)?.findings ?? [];
    assert.deepEqual(more, []);
    assert.equal(finding?.code, 'internal/check-failed');
    assert.match(finding.message, /out of cheese/);
    assert.equal(told.get(otherUri)?.findings[0]?.code, 'space/no-manager');
    assert.match(log.join('\n'), /out of cheese/);
  });
});

describe('a fault of the parser itself', () => {
  it('becomes one visible finding', async () => {
    const log: string[] = [];
    const { workspace, document } = await openInMemory('pd a', {}, { log: (message) => log.push(message) });
    workspace.models.fail(document, new Error('out of cheese'));
    const { findings } = workspace.models.of(document);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['internal/check-failed'],
    );
    assert.match(log.join('\n'), /out of cheese/);
  });
});

describe('broken texts', () => {
  const numRuns = runs(35, 3000);

  it('never make a feature fail, wherever it is asked', async () => {
    const pieces = surroundings.split(/(?<=\s)|(?=[{}[\](),.:])/);
    const edit = fc.record({
      at: fc.nat(pieces.length - 1),
      count: fc.nat(3),
      insert: fc.constantFrom('', '{', '}', '"', "'", '/*', '->', 'pd ', '${', '\n', '😀', 'machine x {'),
    });
    const { workspace } = await openInMemory('');
    const completer = createCompleter(workspace.services);
    let version = 2;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.nat(), async (edits, somewhere) => {
        const changed = [...pieces];
        for (const { at, count, insert } of edits) changed.splice(at % changed.length, count, insert);
        const text = changed.join('');
        workspace.setText(mainUri, { version: version++, text });
        await workspace.settle();
        const document = workspace.find(mainUri);
        assert.ok(document !== undefined);
        const offset = somewhere % (text.length + 1);
        workspace.models.link(document);
        const { findings } = workspace.models.of(document);
        assert.deepEqual(
          findings.filter(({ code }) => code.startsWith('internal/')),
          [],
        );
        hoverAt(workspace, document, offset);
        allSteps(occurrencesAt(workspace, document, offset, workspace.all()));
        allSteps(documentOutline(document));
        completer(document, offset, workspace.all());
      }),
      { numRuns },
    );
  });

  it('give the same result as a text that is opened again', async () => {
    const { workspace } = await openInMemory('pd a { holds ]');
    for (const [version, text] of [
      'pd a {',
      'pd a { needs b }\npd b',
      surroundings,
      'pd a { needs b }\npd b\n',
    ].entries()) {
      workspace.setText(mainUri, { version: version + 2, text });
      await workspace.settle();
    }
    const fresh = await openInMemory('pd a { needs b }\npd b\n');
    const edited = workspace.find(mainUri);
    assert.ok(edited !== undefined);
    const [one, other] = [workspace.models.of(edited), fresh.workspace.models.of(fresh.document)];
    assert.deepEqual(one.model, other.model);
    assert.deepEqual(one.findings, other.findings);
  });
});

describe('a file that nothing imports any more', () => {
  it('is forgotten, with what it alone imports', async () => {
    const others = {
      'near.aft': 'import "far"\npd near\n',
      'far.aft': 'import "near"\npd far\n',
      'also.aft': 'pd also\n',
    };
    const { workspace } = await openInMemory('import "near"\nimport "also"\nimport "std/murano"\npd a\n', others);
    const known = (): readonly string[] => workspace.all().map(({ uri }) => uri.path.replace(/.*[/]/u, ''));
    assert.deepEqual(known().toSorted(), ['also.aft', 'far.aft', 'main.aft', 'murano.aft', 'near.aft']);
    workspace.setText(mainUri, { version: 2, text: 'import "also"\nimport "std/mu"\npd a\n' });
    await workspace.settle();
    assert.deepEqual(known().toSorted(), ['also.aft', 'main.aft']);
    workspace.setText(mainUri, { version: 3, text: 'import "far"\npd a { needs far }\n' });
    await workspace.settle();
    assert.deepEqual(known().toSorted(), ['far.aft', 'main.aft', 'near.aft']);
    const document = workspace.find(mainUri);
    assert.deepEqual(document && workspace.models.of(document).findings, []);
  });
});
