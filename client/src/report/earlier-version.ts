/**
 * The earlier version of a model to compare with: another file, or the model in a commit of git, which is written with
 * what it imports into the extension's own folder.
 */
import * as vscode from 'vscode';
import type { ChangesQuestion } from '../../../language/src/view/report/question.ts';
import { pathInside } from '../files/path-inside.ts';
import { titleOf } from '../files/model-document.ts';
import { askFile } from './plan-questions.ts';
import { showWarningMessage } from '../notices/notices.ts';

/** The part of VS Code's own extension for git that is used here. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly show: (ref: string, path: string) => Promise<string>;
  readonly getBranches: (query: { readonly remote?: boolean }) => Promise<readonly { readonly name?: string }[]>;
}

interface GitExtension {
  readonly getAPI: (version: 1) => {
    readonly getRepository: (uri: vscode.Uri) => GitRepository | null;
    readonly openRepository: (folder: vscode.Uri) => Promise<GitRepository | null>;
  };
}

/** The most files that a model and its imports may be. */
const mostFiles = 200;

/** Asks with which version a model is compared, unless a file is given. */
export async function askEarlier(
  given: string | undefined,
  uri: vscode.Uri,
  storage: vscode.Uri,
): Promise<ChangesQuestion | undefined> {
  if (given !== undefined) return questionOf(vscode.Uri.parse(given, true));
  const git = await repositoryOf(uri);
  const file = vscode.l10n.t('A file…');
  const commit = vscode.l10n.t('The last commit');
  const branch = vscode.l10n.t('A branch…');
  const kinds = git === undefined ? [file] : [commit, branch, file];
  const kind =
    kinds.length === 1
      ? file
      : await vscode.window.showQuickPick(kinds, {
          title: vscode.l10n.t('With which version is {0} compared?', titleOf(uri)),
        });
  if (kind === undefined) return undefined;
  if (kind === file || git === undefined) {
    const other = await askFile(uri, vscode.l10n.t('With which file is {0} compared?', titleOf(uri)));
    return other === undefined ? undefined : questionOf(vscode.Uri.parse(other, true));
  }
  const ref = kind === commit ? 'HEAD' : await askBranch(git);
  if (ref === undefined) return undefined;
  const name = ref === 'HEAD' ? vscode.l10n.t('the last commit') : ref;
  const base = await writeRevision(git, { ref, uri, storage });
  if (base === undefined) {
    void showWarningMessage(vscode.l10n.t('{0} has no {1}.', name, titleOf(uri)));
    return undefined;
  }
  return { kind: 'changes', base: base.toString(), name };
}

const questionOf = (base: vscode.Uri): ChangesQuestion => ({
  kind: 'changes',
  base: base.toString(),
  name: titleOf(base),
});

async function askBranch(git: GitRepository): Promise<string | undefined> {
  const branches = await git.getBranches({ remote: true });
  return vscode.window.showQuickPick(
    branches.flatMap(({ name }) => name ?? []),
    { title: vscode.l10n.t('With which branch?') },
  );
}

async function repositoryOf(uri: vscode.Uri): Promise<GitRepository | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (uri.scheme !== 'file' || extension === undefined) return undefined;
  try {
    const git = (await extension.activate()).getAPI(1);
    // It looks for repositories some time after its start, and not in folders that are not open.
    return git.getRepository(uri) ?? (await git.openRepository(vscode.Uri.joinPath(uri, '..'))) ?? undefined;
  } catch {
    // Without git there are only files to compare with.
    return undefined;
  }
}

interface Revision {
  readonly ref: string;
  readonly uri: vscode.Uri;
  readonly storage: vscode.Uri;
}

/** Writes a model as it is in a commit, with its imports, and returns where; nothing if it is not there. */
async function writeRevision(git: GitRepository, { ref, uri, storage }: Revision): Promise<vscode.Uri | undefined> {
  const root = git.rootUri.path.replace(/\/$/u, '');
  const folder = vscode.Uri.joinPath(storage, 'compared', encodeURIComponent(ref));
  const inside = (path: string): string | undefined => pathInside(root, path);
  const main = inside(uri.path);
  const waiting = main === undefined ? [] : [main];
  const written = new Set<string>();
  for (let path = waiting.pop(); path !== undefined && written.size < mostFiles; path = waiting.pop()) {
    if (written.has(path)) continue;
    const file = git.rootUri.with({ path: `${root}/${path}` });
    const text = await git.show(ref, file.fsPath).catch(() => undefined);
    if (text === undefined) continue;
    written.add(path);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), new TextEncoder().encode(text));
    for (const [, name = ''] of text.matchAll(/^[ \t]*import[ \t]+"([^"\n]+)"/gmu)) {
      const imported = inside(vscode.Uri.joinPath(file, '..', name).path);
      if (imported !== undefined) waiting.push(imported);
    }
  }
  return main !== undefined && written.has(main) ? vscode.Uri.joinPath(folder, main) : undefined;
}
