/**
 * Files and folders over streams: imports, files that are created, changed and deleted, several folders at once.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DidChangeWatchedFilesRegistrationOptions, RegistrationParams } from 'vscode-languageserver';
import { startClientHere, type LanguageClient } from './language-client.ts';

const none = ({ diagnostics }: { readonly diagnostics: readonly unknown[] }) => diagnostics.length === 0;
const some = ({ diagnostics }: { readonly diagnostics: readonly unknown[] }) => diagnostics.length > 0;
const [created, changed, deleted] = [1, 2, 3];

describe('workspaces over streams', () => {
  let root: string;
  let client: LanguageClient | undefined;
  /** A server without folders; each test adds its own one, and removes it again. */
  let shared: LanguageClient;
  const uriOf = (...path: readonly string[]) => pathToFileURL(join(root, ...path)).toString();
  const write = async (path: string, text: string): Promise<string> => {
    const file = join(root, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    return uriOf(path);
  };
  const start = async (...folders: readonly string[]): Promise<LanguageClient> =>
    (client = await startClientHere({ folders: folders.map((folder) => uriOf(folder)) }));
  const setFolders = (added: readonly string[], removed: readonly string[]) => {
    const foldersOf = (paths: readonly string[]) => paths.map((path) => ({ uri: uriOf(path), name: path }));
    const event = { added: foldersOf(added), removed: foldersOf(removed) };
    return shared.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
  };
  /** Adds the folder "one" to the shared server. */
  const addOne = async (): Promise<LanguageClient> => {
    client = shared;
    await setFolders(['one'], []);
    return shared;
  };
  const tell = (uri: string, type: number | undefined) =>
    client?.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });

  before(async () => {
    shared = await startClientHere();
  });
  after(() => shared.stop());
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'aftermath-workspace-'));
  });
  afterEach(async () => {
    if (client === shared) await setFolders([], ['one']);
    else await client?.stop();
    client = undefined;
    await rm(root, { recursive: true, force: true });
  });

  it('checks every model of every folder at the start', async () => {
    const first = await write('one/a.aft', 'space a { }');
    const second = await write('two/deep/b.aft', 'space b { }');
    await write('one/node_modules/x.aft', 'space x { }');
    const { diagnostics, published } = await start('one', 'two');
    assert.equal((await diagnostics(first)).length, 1);
    assert.equal((await diagnostics(second)).length, 1);
    assert.deepEqual(
      published.filter(({ uri }) => uri.includes('node_modules')),
      [],
    );
  });

  it('reads imports from outside the folders, and reports nothing about them', async () => {
    const outside = await write('lib/far.aft', 'space unmanaged { }\npd far');
    const main = await write('one/main.aft', 'import "../lib/far"\npd near { needs far }');
    const { diagnostics, published } = await addOne();
    assert.deepEqual(await diagnostics(main), []);
    assert.deepEqual(
      published.filter(({ uri }) => uri === outside),
      [],
    );
  });

  it('checks again what imports a file, directly or not, when that changes in the editor', async () => {
    const deep = await write('one/deep.aft', 'pd far');
    const middle = await write('one/middle.aft', 'import "deep"\npd half { needs far }');
    const main = await write('one/main.aft', 'import "middle"\npd near { needs half }');
    const { diagnostics, open, change } = await addOne();
    await diagnostics(main, none);
    await diagnostics(middle, none);
    await open(deep, 'pd far');
    await change(deep, 'pd other', 2);
    assert.match(JSON.stringify(await diagnostics(middle, some)), /There is no .*far/);
    await change(deep, 'pd far', 3);
    await diagnostics(middle, (each) => none(each) && client?.published.findLast(({ uri }) => uri === middle) === each);
  });

  it('notices that a file was changed outside, unless it is open', async () => {
    const main = await write('one/main.aft', 'space s { }');
    const { diagnostics, open } = await addOne();
    await diagnostics(main, some);
    await write('one/main.aft', 'pd p');
    await tell(main, changed);
    await diagnostics(main, none);
    await open(main, 'space s { }', 4);
    await diagnostics(main, ({ version }) => version === 4);
    await tell(main, changed);
    await open('untitled:later', 'pd p');
    await diagnostics('untitled:later');
    assert.equal((await diagnostics(main, ({ version }) => version === 4)).length, 1);
  });

  it('finds an imported file as soon as it exists, and misses it when it is gone', async () => {
    const main = await write('one/main.aft', 'import "lib"\npd near { needs far }');
    const { diagnostics } = await addOne();
    assert.deepEqual(
      (await diagnostics(main, some)).map(({ code }) => code),
      ['file/unknown-import'],
    );
    const lib = await write('one/lib.aft', 'pd far');
    await tell(lib, created);
    await diagnostics(main, none);
    await rm(join(root, 'one/lib.aft'));
    const seen = client?.published.length ?? 0;
    await tell(lib, deleted);
    const again = await diagnostics(main, (each) => some(each) && (client?.published.indexOf(each) ?? -1) >= seen);
    assert.deepEqual(
      again.map(({ code }) => code),
      ['file/unknown-import'],
    );
  });

  it('clears the findings of a file that is deleted, alone or with its folder', async () => {
    const [first, second] = [await write('one/a.aft', 'space a { }'), await write('one/sub/b.aft', 'space b { }')];
    const { diagnostics, connection } = await addOne();
    await diagnostics(first, some);
    await diagnostics(second, some);
    await rm(join(root, 'one/a.aft'));
    await tell(first, deleted);
    await diagnostics(first, none);
    await rm(join(root, 'one/sub'), { recursive: true });
    await connection.sendNotification('workspace/didDeleteFiles', { files: [{ uri: uriOf('one/sub') }] });
    await diagnostics(second, none);
  });

  it('follows a folder moved by others, if only the folder is reported', async () => {
    const [old, moved] = [await write('one/sub[1]/in/b.aft', 'space b { }'), uriOf('one/moved/in/b.aft')];
    const patterns: string[] = [];
    let tellOfFolders = (): void => undefined;
    const watchesFolders = new Promise<void>((resolve) => (tellOfFolders = resolve));
    const register = ({ registrations }: RegistrationParams): null => {
      for (const { registerOptions } of registrations) {
        const { watchers = [] } = registerOptions as Partial<DidChangeWatchedFilesRegistrationOptions>;
        patterns.push(...watchers.map(({ globPattern }) => JSON.stringify(globPattern)));
      }
      if (patterns.some((each) => each.includes('sub'))) tellOfFolders();
      return null;
    };
    client = await startClientHere({
      folders: [uriOf('one')],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      answers: { 'client/registerCapability': register, 'client/unregisterCapability': () => null },
    });
    const { diagnostics, connection } = client;
    await watchesFolders;
    assert.deepEqual(patterns, ['"**/*.aft"', '"**/.aftermath.json"', '"**/sub?1?"', '"**/sub?1?/in"']);
    await diagnostics(old, some);
    await rename(join(root, 'one/sub[1]'), join(root, 'one/moved'));
    await tell(uriOf('one/sub[1]'), deleted);
    await diagnostics(old, none);
    await tell(uriOf('one/moved'), created);
    await diagnostics(moved, some);
    await rename(join(root, 'one/moved'), join(root, 'one/again'));
    const files = [{ oldUri: uriOf('one/moved'), newUri: uriOf('one/again') }];
    await connection.sendNotification('workspace/didRenameFiles', { files });
    await diagnostics(moved, none);
    await diagnostics(uriOf('one/again/in/b.aft'), some);
  });

  it('shows a closed file as it is on disk', async () => {
    const main = await write('one/main.aft', 'pd p');
    const { diagnostics, open, close } = await addOne();
    await open(main, 'space s { }');
    await diagnostics(main, some);
    await close(main);
    await diagnostics(main, none);
  });

  it('follows folders that are added and removed', async () => {
    const second = await write('two/b.aft', 'space b { }');
    await write('one/a.aft', 'pd a');
    const { diagnostics, connection } = await start('one');
    const folder = { uri: uriOf('two'), name: 'two' };
    const event = (added: readonly unknown[], removed: readonly unknown[]) =>
      connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added, removed } });
    await event([folder], []);
    await diagnostics(second, some);
    await event([], [folder]);
    await diagnostics(second, none);
  });

  it('reads files with a byte order mark', async () => {
    const main = await write('one/main.aft', '\uFEFFspace s { }');
    const { diagnostics } = await addOne();
    assert.deepEqual((await diagnostics(main, some))[0]?.range.start, { line: 0, character: 6 });
  });
});
