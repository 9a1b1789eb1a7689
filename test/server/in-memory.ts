/**
 * A workspace with files in memory, for tests of features in-process.
 */
import { createWorkspace, type Workspace, type WorkspaceParts } from '../../server/src/workspace/workspace.ts';
import type { ModelDocument } from '../../server/src/workspace/model-cache.ts';

/** The main file of the tests. */
export const mainUri = 'file:///models/main.aft';

export interface InMemory {
  readonly workspace: Workspace;
  readonly document: ModelDocument;
}

/** Opens a text as `main.aft`, beside other files by name. */
export async function openInMemory(
  text: string,
  others: Readonly<Record<string, string>> = {},
  parts: Partial<WorkspaceParts> = {},
): Promise<InMemory> {
  const files = new Map(Object.entries(others).map(([name, content]) => [`file:///models/${name}`, content]));
  const workspace = createWorkspace({
    files: { read: (uri) => Promise.resolve(files.get(uri)), list: () => Promise.resolve([...files.keys()]) },
    onChanged: () => undefined,
    log: (message) => {
      throw new Error(message);
    },
    ...parts,
  });
  workspace.setText(mainUri, { version: 1, text });
  await workspace.settle();
  const document = workspace.find(mainUri);
  if (document === undefined) throw new Error('The text was not opened.');
  workspace.models.link(document);
  return { workspace, document };
}
