/**
 * Malformed messages of any client: such requests of the protocol are refused, notifications are dropped with one line
 * in the log, and the server continues.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as protocol from 'vscode-languageserver/node';
import { readCapabilities } from '../../server/src/lsp/convert/conversion.ts';
import { capabilitiesFor } from '../../server/src/lsp/convert/capabilities.ts';
import { standardShapes } from '../../server/src/protocol/shapes/standard-shapes.ts';
import { runs } from '../properties.ts';
import { changed, junk, kindOf, partsOf } from './changed-values.ts';
import { fullCapabilities, startClient, type LanguageClient } from './language-client.ts';

const uri = 'untitled:model';
const text = 'space s { resource r }\npd a { holds s.r }\nevent E\n';
const textDocument = { uri };
const position = { line: 1, character: 4 };
const range = { start: { line: 0, character: 6 }, end: { line: 1, character: 4 } };
const options = { tabSize: 2, insertSpaces: true };
const item = { name: 'E', kind: 24, uri, range, selectionRange: range };
const files = [{ uri: 'file:///gone/a.aft' }];
const renamed = [{ oldUri: 'file:///gone/a.aft', newUri: 'file:///gone/b.aft' }];

/** Parameters that fit, by method; only with what is read of them. */
const requests: Readonly<Record<string, object>> = {
  'textDocument/hover': { textDocument, position },
  'textDocument/definition': { textDocument, position },
  'textDocument/declaration': { textDocument, position },
  'textDocument/typeDefinition': { textDocument, position },
  'textDocument/implementation': { textDocument, position },
  'textDocument/documentHighlight': { textDocument, position },
  'textDocument/prepareRename': { textDocument, position },
  'textDocument/prepareCallHierarchy': { textDocument, position },
  'textDocument/prepareTypeHierarchy': { textDocument, position },
  'textDocument/signatureHelp': { textDocument, position },
  'textDocument/completion': { textDocument, position },
  'textDocument/references': { textDocument, position, context: { includeDeclaration: true } },
  'textDocument/rename': { textDocument, position, newName: 'b' },
  'textDocument/documentSymbol': { textDocument },
  'textDocument/codeLens': { textDocument },
  'textDocument/documentLink': { textDocument },
  'textDocument/foldingRange': { textDocument },
  'textDocument/semanticTokens/full': { textDocument },
  'textDocument/semanticTokens/full/delta': { textDocument, previousResultId: 'x' },
  'textDocument/semanticTokens/range': { textDocument, range },
  'textDocument/inlayHint': { textDocument, range },
  'textDocument/selectionRange': { textDocument, positions: [position] },
  'textDocument/codeAction': { textDocument, range, context: { diagnostics: [{ range, message: 'x', code: 'y' }] } },
  'textDocument/formatting': { textDocument, options },
  'textDocument/rangeFormatting': { textDocument, range, options },
  'textDocument/onTypeFormatting': { textDocument, position, ch: '}', options },
  'completionItem/resolve': { label: 'a' },
  'codeLens/resolve': { range },
  'workspace/symbol': { query: 'a' },
  'callHierarchy/incomingCalls': { item },
  'callHierarchy/outgoingCalls': { item },
  'typeHierarchy/supertypes': { item },
  'typeHierarchy/subtypes': { item },
  'workspace/willRenameFiles': { files: renamed },
  'workspace/textDocumentContent': { uri: 'aftermath:/std/murano.aft' },
  'textDocument/willSaveWaitUntil': { textDocument, reason: 1 },
};

const notifications: Readonly<Record<string, object>> = {
  'textDocument/didOpen': { textDocument: { uri: 'untitled:other', languageId: 'aftermath', version: 1, text } },
  'textDocument/didChange': { textDocument: { uri, version: 2 }, contentChanges: [{ text }, { range, text: 's' }] },
  'textDocument/didClose': { textDocument: { uri: 'untitled:other' } },
  'textDocument/didSave': { textDocument },
  'textDocument/willSave': { textDocument, reason: 1 },
  'workspace/didChangeConfiguration': { settings: {} },
  'workspace/didChangeWatchedFiles': { changes: [{ uri: 'file:///gone/a.aft', type: 2 }] },
  'workspace/didChangeWorkspaceFolders': { event: { added: [], removed: [{ uri: 'file:///gone', name: 'gone' }] } },
  'workspace/didCreateFiles': { files },
  'workspace/didDeleteFiles': { files },
  'workspace/didRenameFiles': { files: renamed },
  '$/setTrace': { value: 'off' },
};

/** What may be missing, or be null, and what nobody reads. */
const loose =
  /^(?:context$|contentChanges\.\d+\.range$|context\.diagnostics\.\d+\.(?:message|code)$|settings|reason$|item\.kind$|textDocument\.languageId$)/u;

const mayBeAnything = (path: readonly (string | number)[], parameters: object): boolean => {
  const at = path.join('.');
  return at === 'context' ? !('diagnostics' in (parameters as { readonly context: object }).context) : loose.test(at);
};

describe('messages of the protocol with parameters of another shape', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClient();
    await client.open(uri, text);
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  const ask = async (method: string, parameters: unknown): Promise<number | undefined> => {
    try {
      await client.request(method, parameters);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && typeof error.code === 'number');
      return error.code;
    }
  };

  it('are covered for every request that the server answers', async () => {
    const methods = Object.values(protocol as Readonly<Record<string, unknown>>).flatMap((each) => {
      const given =
        (typeof each === 'object' || typeof each === 'function') && each !== null ? Object.entries(each) : [];
      const { method, type, messageDirection } = Object.fromEntries(given) as Readonly<Record<string, unknown>>;
      const isRequest = type instanceof protocol.ProtocolRequestType && messageDirection !== 'serverToClient';
      return typeof method === 'string' && isRequest ? [method] : [];
    });
    assert.ok(methods.length > 40, String(methods.length));
    for (const method of methods) {
      const code = await ask(method, {});
      const isRefused = code === protocol.ErrorCodes.InvalidParams || code === protocol.ErrorCodes.InvalidRequest;
      assert.ok(code === protocol.ErrorCodes.MethodNotFound || isRefused, `${method}: ${String(code)}`);
      if (code !== protocol.ErrorCodes.MethodNotFound && method !== 'initialize')
        assert.ok(method in requests, `${method} is missing here`);
    }
    assert.deepEqual(client.log, []);
  });

  for (const [method, example] of Object.entries(requests)) {
    it(`are refused: ${method}`, async () => {
      assert.equal(await ask(method, example), undefined);
      for (const none of [undefined, null, [], [example]])
        assert.equal(await ask(method, none), protocol.ErrorCodes.InvalidParams);
      const made = fc.oneof(
        fc.constant(undefined),
        fc.constantFrom(...junk).map((value) => ({ value })),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...partsOf(example).slice(1)), made, async ({ path, value }, by) => {
          const parameters = changed(example, path, by);
          const code = await ask(method, parameters);
          assert.deepEqual(client.log, [], JSON.stringify(parameters));
          const isInList = typeof path.at(-1) === 'number';
          const isOther = by === undefined ? !isInList : kindOf(by.value) !== kindOf(value) || isNegative(by.value);
          const isLoose = mayBeAnything(path, example);
          if (isOther && !isLoose) assert.equal(code, protocol.ErrorCodes.InvalidParams, JSON.stringify(parameters));
          else assert.ok(expected.has(code), `${String(code)} ${JSON.stringify(parameters)}`);
        }),
        { numRuns: runs(30, 2000) },
      );
    });
  }

  for (const [method, example] of Object.entries(notifications)) {
    it(`are omitted: ${method}`, async () => {
      const made = fc.oneof(
        fc.constant(undefined),
        fc.constantFrom(...junk).map((value) => ({ value })),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...partsOf(example)), made, async ({ path, value }, by) => {
          const parameters = changed(example, path, by);
          const before = client.log.length;
          await client.connection.sendNotification(method, parameters as object);
          assert.equal(await ask('textDocument/hover', requests['textDocument/hover']), undefined);
          const said = client.log.slice(before);
          const isOther = by === undefined || kindOf(by.value) !== kindOf(value);
          const isInList = typeof path.at(-1) === 'number';
          if (isOther && !isInList && !loose.test(path.join('.')))
            assert.equal(said.length, 1, JSON.stringify(parameters));
          for (const line of said) {
            assert.ok(
              line.startsWith(`The notification ${method} was ignored because its parameters are invalid: `),
              line,
            );
            assert.ok(!line.includes('\n'), line);
          }
        }),
        { numRuns: runs(20, 500) },
      );
    });
  }

  it('do not keep the server from starting, whatever a client says that it can do', () => {
    const capabilities = { capabilities: fullCapabilities };
    fc.assert(
      fc.property(fc.constantFrom(...partsOf(capabilities).slice(2)), fc.constantFrom(...junk), ({ path }, value) => {
        const given = changed(capabilities, path, { value }) as protocol.InitializeParams;
        readCapabilities(given, { uri: (each) => each, page: () => undefined });
        capabilitiesFor(given);
      }),
      { numRuns: runs(300) },
    );
  });

  it('have an example for each shape', () => {
    const known = new Set([...Object.keys(requests), ...Object.keys(notifications)]);
    for (const method of known) assert.ok(standardShapes.has(method), method);
  });
});

const isNegative = (value: unknown): boolean =>
  typeof value === 'number' && (value < 0 || !Number.isSafeInteger(value));

/** How a request that fits may be answered: also that it cannot be done, or that nothing is there. */
const expected: ReadonlySet<number | undefined> = new Set([
  undefined,
  protocol.ErrorCodes.InvalidParams,
  protocol.LSPErrorCodes.RequestFailed,
]);
