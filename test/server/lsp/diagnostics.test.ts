/**
 * Findings reach the editor: after each change, only for the newest text, and only while the file exists.
 */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { checkDocumentInSteps } from '../../../language/src/dsl/check-document.ts';
import { createDiagnostics } from '../../../server/src/lsp/diagnostics.ts';
import { createWorkspace } from '../../../server/src/workspace/workspace.ts';
import { startClientHere, type LanguageClient } from '../language-client.ts';

const clean = 'space disk { }\npd server { manages disk }\n';
const unmanaged = 'space disk { }\n';

const log = (message: string): void => {
  throw new Error(message);
};

describe('diagnostics over streams', () => {
  let client: LanguageClient;
  /** A document of its own for each test. */
  let uri = '';
  let documents = 0;
  before(async () => {
    client = await startClientHere();
  });
  beforeEach(() => {
    documents += 1;
    uri = `untitled:Untitled-${String(documents)}`;
  });
  after(async () => {
    await client.stop();
  });

  it('carry code, source, severity, the range of the name and the page', async () => {
    await client.open(uri, unmanaged);
    const [found, ...others] = await client.diagnostics(uri);
    assert.deepEqual(others, []);
    assert.equal(found?.code, 'space/no-manager');
    assert.equal(found.source, 'aftermath');
    assert.equal(found.severity, 2);
    assert.deepEqual(found.range, { start: { line: 0, character: 6 }, end: { line: 0, character: 10 } });
    assert.match(found.codeDescription?.href ?? '', /^file:\/\/.*\/language\/docs\/findings\/space-no-manager\.md$/);
  });

  it('mark what is unneeded, for clients that fade it', async () => {
    const text = 'machine M { var n: int = 0  initial state On { }  state Off { } }\npd a runs M\nspace s { }\n';
    const tagsOf = async (asked: LanguageClient): Promise<readonly unknown[]> => {
      await asked.open(uri, text);
      return (await asked.diagnostics(uri)).map(({ code, tags }) => [code, tags]);
    };
    const untagged = ['variable/unused', 'state/no-way-out', 'state/unreachable', 'space/no-manager'].map((code) => [
      code,
      undefined,
    ]);
    assert.deepEqual(await tagsOf(client), untagged);
    const capabilities = { textDocument: { publishDiagnostics: { tagSupport: { valueSet: [1, 2] as (1 | 2)[] } } } };
    const fading = await startClientHere({ capabilities });
    try {
      assert.deepEqual(await tagsOf(fading), [
        ['variable/unused', [1]],
        ['state/no-way-out', undefined],
        ['state/unreachable', [1]],
        ['space/no-manager', undefined],
      ]);
    } finally {
      await fading.stop();
    }
  });

  it('name the related places', async () => {
    await client.open(uri, 'object a { owns b }\nobject b { owns a }\nroot object c { refers a }\n');
    const found = (await client.diagnostics(uri)).find(({ code }) => code === 'cycle/ownership');
    assert.deepEqual(
      found?.relatedInformation?.map(({ location }) => [location.uri, location.range.start.line]),
      [
        [uri, 0],
        [uri, 1],
      ],
    );
  });

  it('follow the text, with its version', async () => {
    await client.open(uri, unmanaged);
    assert.equal((await client.diagnostics(uri, ({ version }) => version === 1)).length, 1);
    await client.change(uri, clean, 2);
    assert.deepEqual(await client.diagnostics(uri, ({ version }) => version === 2), []);
    await client.change(uri, 'space disk {\n', 3);
    const broken = await client.diagnostics(uri, ({ version }) => version === 3);
    assert.ok(broken.some(({ code }) => String(code).startsWith('syntax/')));
  });

  it('are those of the last of many changes that come together, and of none between', async () => {
    await client.open(uri, clean);
    await client.diagnostics(uri, ({ version }) => version === 1);
    const last = 30;
    const changes = Array.from({ length: last - 1 }, (_, index) => {
      const version = index + 2;
      const contentChanges = [{ text: version === last ? clean : unmanaged.repeat(version) }];
      const params = { textDocument: { uri, version }, contentChanges };
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didChange', params });
      return `Content-Length: ${Buffer.byteLength(body).toString()}\r\n\r\n${body}`;
    });
    // In one piece: between changes that are sent one by one a loaded machine may take longer than the server waits.
    client.toServer.write(changes.join(''));
    assert.deepEqual(await client.diagnostics(uri, ({ version }) => version === last), []);
    assert.deepEqual(
      client.published.filter((each) => each.uri === uri && each.version !== 1 && each.version !== last),
      [],
    );
  });

  it('take positions in UTF-16, whatever the ends of lines are', async () => {
    await client.open(uri, '/* 𝛼é */ space\tdisk { }\r\nspace two { }\r\n');
    const ranges = (await client.diagnostics(uri)).map(({ range }) => [
      range.start.line,
      range.start.character,
      range.end.character,
    ]);
    assert.deepEqual(ranges, [
      [0, 16, 20],
      [1, 6, 9],
    ]);
  });

  it('vanish when a document that belongs to no folder is closed', async () => {
    await client.open(uri, unmanaged);
    await client.diagnostics(uri);
    await client.close(uri);
    assert.deepEqual(await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0), []);
  });

  it('are none for an empty text', async () => {
    await client.open(uri, '');
    assert.deepEqual(await client.diagnostics(uri), []);
  });

  it('are sent with a notice that the model has changed', async () => {
    const changed = new Promise((resolve) => {
      client.connection.onNotification('aftermath/modelChanged', (told: { readonly uri: string }) => {
        if (told.uri === uri) resolve(told);
      });
    });
    await client.open(uri, clean, 7);
    assert.deepEqual(await changed, { uri, version: 7 });
  });

  it('omit related places and pages for an editor that cannot show them', async () => {
    const plain = await startClientHere({ capabilities: {} });
    try {
      await plain.open(uri, 'object a { owns b }\nobject b { owns a }\n');
      const found = await plain.diagnostics(uri);
      assert.ok(found.length > 0);
      assert.ok(found.every((each) => each.relatedInformation === undefined && each.codeDescription === undefined));
    } finally {
      await plain.stop();
    }
  });
});

describe('the model of a document', () => {
  it('is kept while it is open; otherwise it is made again when it is asked for', async () => {
    const [open, closed] = ['file:///m/open.aft', 'file:///m/closed.aft'];
    const checks: string[] = [];
    await new Promise<void>((resolve) => {
      const files = { read: () => Promise.resolve(unmanaged), list: () => Promise.resolve([closed]) };
      const workspace = createWorkspace({
        files,
        onChanged: (uri) => {
          diagnostics.check(uri);
        },
        log,
        check: function* (document, ...rest) {
          checks.push(document.uri.toString());
          return yield* checkDocumentInSteps(document, ...rest);
        },
      });
      const told = new Set<string>();
      const diagnostics = createDiagnostics({
        workspace,
        log,
        onModel: () => undefined,
        delay: () => 0,
        isShown: () => true,
        publish: ({ uri, findings }) => {
          told.add(uri);
          assert.equal(findings.length, 1);
          if (told.size < 2) return;
          setTimeout(() => {
            for (const each of workspace.all()) assert.deepEqual(workspace.models.of(each).findings.length, 1);
            diagnostics.dispose();
            resolve();
          });
        },
      });
      workspace.setText(open, { version: 1, text: unmanaged });
      void workspace.addFolder('file:///m');
    });
    assert.deepEqual(checks.toSorted(), [closed, closed, open]);
  });
});

describe('a document that is checked quickly', () => {
  const uri = 'file:///typed.aft';
  const published: (number | undefined)[] = [];
  const workspace = createWorkspace({
    files: { read: () => Promise.resolve(undefined), list: () => Promise.resolve([]) },
    onChanged: (changed) => {
      diagnostics.check(changed);
    },
    log,
  });
  const diagnostics = createDiagnostics({
    workspace,
    log,
    onModel: () => undefined,
    delay: () => 100,
    isShown: () => true,
    publish: ({ version }) => published.push(version),
  });
  const write = (version: number): void => {
    workspace.setText(uri, { version, text: `pd a${String(version)}` });
  };
  const publishedNext = async (): Promise<number | undefined> => {
    while (published.length === 0) await setImmediate();
    return published.shift();
  };

  before(async () => {
    // No time passes but what the test says, so that every check is a quick one.
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => 0);
    for (const version of [1, 2]) {
      write(version);
      mock.timers.tick(100);
      assert.equal(await publishedNext(), version);
    }
  });
  after(() => {
    diagnostics.dispose();
    mock.reset();
    mock.timers.reset();
  });

  it('is checked at once after a change', async () => {
    write(3);
    assert.equal(await publishedNext(), 3);
  });

  it('is checked once after changes that follow each other closely', async () => {
    write(4);
    await setImmediate();
    write(5);
    for (let tick = 0; tick < 20; tick++) await setImmediate();
    assert.deepEqual(published, []);
    mock.timers.tick(15);
    assert.equal(await publishedNext(), 5);
  });
});
