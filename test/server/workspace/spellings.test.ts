/** One file is one document, however its name is written, where the disk does not tell capitals from small letters. */
import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URI } from 'langium';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { createSpellings, type IsSameFile } from '../../../language/src/dsl/names/spellings.ts';
import { sameFileOn } from '../../../server/src/workspace/files/node-files.ts';
import { createWorkspace, normalized } from '../../../server/src/workspace/workspace.ts';

const at = (name: string): string => normalized(`file:///c:/models/${name}`);

/** What is on the disk: as Windows finds it, or as Linux does. */
const disk: Readonly<Record<string, string>> = {
  [at('Base.aft')]: 'pd server',
  [at('web.aft')]: 'import "base"\npd web { needs server }',
  [at('main.aft')]: 'import "Base"\nimport "BASE"\nimport "Web"\npd main { needs server, web }',
};
const anyCase: IsSameFile = (one, other) => one.toLowerCase() === other.toLowerCase();

function disksAs(isSameFile: IsSameFile | undefined) {
  const key = (uri: string): string => (isSameFile === undefined ? uri : uri.toLowerCase());
  const texts = new Map(Object.entries(disk).map(([uri, text]) => [key(uri), text]));
  const read = (uri: string) => Promise.resolve(texts.get(key(uri)));
  return { read, list: () => Promise.resolve(Object.keys(disk)), ...(isSameFile && { isSameFile }) };
}

const named = (uris: readonly string[]): readonly (string | undefined)[] => uris.map((uri) => uri.split('/').at(-1));

async function open(isSameFile: IsSameFile | undefined, opened: string) {
  const changed = new Set<string>();
  const workspace = createWorkspace({
    files: disksAs(isSameFile),
    onChanged: (uri) => changed.add(uri),
    log: (message) => assert.fail(message),
  });
  await workspace.addFolder(at('').replace(/\/$/, ''));
  await workspace.settle();
  const type = async (version: number, text: string): Promise<void> => {
    workspace.setText(at(opened), { version, text });
    await workspace.settle();
  };
  const documents = (): readonly (string | undefined)[] =>
    named(workspace.all().map(({ uri }) => uri.toString())).toSorted();
  const findings = (name: string): readonly string[] => {
    const document = workspace.find(at(name));
    assert.ok(document !== undefined, name);
    return workspace.models.of(document).findings.map(({ code }) => code);
  };
  return { workspace, changed, type, documents, findings };
}

describe('a file whose name is written in two ways', () => {
  it('is one document on Windows, and what is open is seen by all who import it', async () => {
    const { workspace, changed, type, documents, findings } = await open(anyCase, 'BASE.aft');
    assert.deepEqual(documents(), ['Base.aft', 'main.aft', 'web.aft']);
    assert.deepEqual(findings('main.aft'), []);
    await type(1, 'pd server\npd more');
    assert.deepEqual(documents(), ['Base.aft', 'main.aft', 'web.aft']);
    assert.ok(workspace.isOpen(at('base.aft')));
    assert.equal(workspace.version(at('Base.aft')), 1);
    assert.equal(workspace.find(at('bAsE.aft')), workspace.find(at('Base.aft')));
    changed.clear();
    await type(2, 'pd servant');
    assert.ok(changed.has(at('main.aft')) && changed.has(at('web.aft')));
    assert.ok(findings('web.aft').includes('name/unknown'));
    workspace.close(at('base.AFT'));
    await workspace.settle();
    assert.deepEqual(findings('web.aft'), []);
  });

  it('is two files on Linux, of which one is not there', async () => {
    const { type, documents, findings } = await open(undefined, 'BASE.aft');
    assert.deepEqual(documents(), ['Base.aft', 'main.aft', 'web.aft']);
    assert.ok(findings('web.aft').includes('file/unknown-import'));
    await type(1, 'pd server');
    assert.deepEqual(documents(), ['BASE.aft', 'Base.aft', 'main.aft', 'web.aft']);
  });

  it('is loaded once by the command line', async () => {
    const { read } = disksAs(anyCase);
    const loaded = await createLoader(read, {}, anyCase).load(at('Main.aft'));
    assert.deepEqual(
      named(loaded.files),
      ['Base.aft', 'web.aft', 'Main.aft'].map((name) => name.replace('web', 'Web')),
    );
    assert.deepEqual(loaded.findings, []);
  });

  it('is found whatever its letters, and however they are composed', () => {
    const { spelled } = createSpellings(() => true);
    const first = spelled(at('größe/Ärger.aft'));
    for (const name of ['GRÖSSE/ärger.aft', '50%25.aft', '%E0%A4%A.aft']) assert.notEqual(spelled(at(name)), first);
    for (const name of ['Größe/ärger.aft', 'größe/ÄRGER.aft', 'größe/Ärger.aft'.normalize('NFD')])
      assert.equal(spelled(at(name)), first, name);
  });

  it('is forgotten once many names were seen and nobody has it', () => {
    let [asked, isKept] = [0, true];
    const { spelled, forget } = createSpellings(() => {
      asked += 1;
      return true;
    });
    const [kept, other] = [spelled(at('Kept.aft')), spelled(at('Other.aft'))];
    for (let count = 0; count < 4000; count++) {
      spelled(at(`typed${count}.aft`));
      forget((uri) => isKept || uri === kept);
      if (count === 1500) isKept = false;
    }
    assert.deepEqual([spelled(at('KEPT.aft')), spelled(at('OTHER.aft'))], [kept, at('OTHER.aft')]);
    assert.notEqual(spelled(at('OTHER.aft')), other);
    assert.equal(asked, 1);
  });

  it('is found by what the disk says of it, and never asked about elsewhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'aftermath-spellings-'));
    try {
      const uri = (name: string): string => URI.file(join(folder, name)).toString();
      writeFileSync(join(folder, 'Model.aft'), '');
      linkSync(join(folder, 'Model.aft'), join(folder, 'model.aft'));
      writeFileSync(join(folder, 'MODEL.aft'), '');
      assert.equal(sameFileOn('linux'), undefined);
      for (const platform of ['win32', 'darwin'] as const) {
        const isSame = sameFileOn(platform) ?? assert.fail(platform);
        assert.equal(isSame(uri('Model.aft'), uri('model.aft')), true);
        assert.equal(isSame(uri('Model.aft'), uri('MODEL.aft')), false);
        assert.equal(isSame(uri('Model.aft'), uri('mODEL.aft')), false);
        assert.equal(isSame('untitled:A.aft', 'untitled:a.aft'), false);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
