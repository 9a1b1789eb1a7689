/** The options of a document that change while they are loaded or while the text is read. */
import assert from 'node:assert/strict';
import { createProjectFiles } from '../../../language/src/dsl/project-files.ts';
import { createDocumentOptions } from '../../../server/src/workspace/document-options.ts';
import { usualSettings } from '../../../server/src/workspace/settings.ts';
import { createWorkspace } from '../../../server/src/workspace/workspace.ts';

const uri = 'file:///models/a.aft';
const projectUri = 'file:///models/.aftermath.json';
const project = (severity: string): string => JSON.stringify({ severities: { 'resource/orphan': severity } });

/** Something that is waited for until it is let go. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    open: () => {
      open();
    },
  };
}

describe('options that change', () => {
  it('are requested again if they change during the request', async () => {
    const first = gate();
    let [content, asked] = [project('fatal'), 0];
    const told: string[] = [];
    const options = createDocumentOptions({
      projects: createProjectFiles((file) => Promise.resolve(file === projectUri ? content : undefined)),
      settings: {
        load: () => (++asked === 1 ? first.opened : Promise.resolve()),
        of: () => usualSettings,
        clear: () => undefined,
      },
      onProject: ({ findings }) => told.push(findings.map(({ code }) => code).join()),
    });
    const loading = options.load(uri);
    content = project('hint');
    options.clear();
    first.open();
    await loading;
    assert.deepEqual(options.of(uri).severities, { 'resource/orphan': 'hint' });
    assert.deepEqual(told, ['']);
  });

  it('while a text is read for the first time are learnt again', async () => {
    const [reading, read] = [gate(), gate()];
    let [now, learnt] = ['old', 'none'];
    const workspace = createWorkspace({
      files: {
        read: async () => {
          reading.open();
          await read.opened;
          return 'pd a';
        },
        list: () => Promise.resolve([uri]),
      },
      options: {
        load: () => {
          const own = (learnt = now);
          return Promise.resolve(() => own === now);
        },
        of: () => ({}),
        clear: () => undefined,
      },
      onChanged: () => undefined,
      log: (message) => assert.fail(message),
    });
    await workspace.addFolder('file:///models');
    const settling = workspace.settle();
    await reading.opened;
    now = 'new';
    workspace.optionsChanged();
    read.open();
    await settling;
    await workspace.settle();
    assert.equal(learnt, 'new');
  });
});
