/**
 * The files of the standard library, whose names are offered; none is in the workspace before it is imported. They are
 * read on first need or ahead of time, one file at a time, so that no first request has to wait.
 */
import { DocumentState, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { readMessages } from '../workspace/slices.ts';

const parsed = new WeakMap<LanguageServices, ModelDocument[]>();

/** Returns all files of the standard library. */
export function standardFiles(services: LanguageServices): readonly ModelDocument[] {
  const files = filesOf(services);
  while (files.length < standardLibrary.size) readNext(services, files);
  return files;
}

/** Reads the rest of the standard library ahead; yields to other tasks between two files. */
export async function readStandardFilesAhead(services: LanguageServices): Promise<void> {
  const files = filesOf(services);
  while (files.length < standardLibrary.size) {
    await readMessages();
    if (files.length < standardLibrary.size) readNext(services, files);
  }
}

function filesOf(services: LanguageServices): ModelDocument[] {
  let files = parsed.get(services);
  if (files === undefined) parsed.set(services, (files = []));
  return files;
}

function readNext({ shared }: LanguageServices, files: ModelDocument[]): void {
  const [path = '', text = ''] = [...standardLibrary][files.length] ?? [];
  const uri = URI.from({ scheme: standardScheme, path });
  const document = shared.workspace.LangiumDocumentFactory.fromString<ast.Document>(text, uri);
  document.state = DocumentState.ComputedScopes;
  files.push(document);
}
