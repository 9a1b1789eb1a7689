/**
 * The standard library as files whose names are offered; none of it is in the workspace before it is imported. It is read
 * when it is first needed, or ahead, a file at a time: whoever asks first should not wait for it.
 */
import { delayNextTick, DocumentState, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';

const parsed = new WeakMap<LanguageServices, ModelDocument[]>();

/** Returns all files of the standard library. */
export function standardFiles(services: LanguageServices): readonly ModelDocument[] {
  const files = filesOf(services);
  while (files.length < standardLibrary.size) readNext(services, files);
  return files;
}

/** Reads what of the standard library has not been read; between two files others have their turn. */
export async function readStandardFilesAhead(services: LanguageServices): Promise<void> {
  const files = filesOf(services);
  while (files.length < standardLibrary.size) {
    // One turn takes a message from the stream, the other hands it on.
    await delayNextTick();
    await delayNextTick();
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
