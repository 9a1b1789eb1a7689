/**
 * Renames something everywhere. The files are parsed as they would be after the change; a name that would then mean
 * something else, or that is already taken, is refused.
 */
import { literalText } from '../workspace/text-literal.ts';
import * as builtIns from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { isWord } from '../../../language/src/model/language-names.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { connectedTo, isStandard, tryChange } from '../workspace/change.ts';
import { writtenName } from '../completion/written-name.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, nameAt, declarationName, type Declared } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { occurrencesOf } from './references.ts';
import { otherMeaning } from './rename-meaning.ts';
import { differenceInMeaning, type Renaming } from '../workspace/same-meaning.ts';
import { readElsewhere } from '../workspace/open-names.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A name that can be changed. */
export interface RenameTarget {
  readonly span: Span;
  readonly name: string;
}

/** Returns what could be renamed at an offset; nothing if there is no name. */
export function renameTargetAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
): RenameTarget | Refusal | undefined {
  const named = namedAt(document, offset);
  if (named === undefined || 'refusal' in named) return named;
  const refused = named.kind === 'title' ? undefined : refusalOf(workspace, named.target);
  if (refused !== undefined) return { refusal: refused };
  const { textDocument } = document;
  if (named.kind === 'title') return { span: inQuotes(named.span), name: named.node.title };
  return { span: named.span, name: textDocument.getText({ start: named.span.start, end: named.span.end }) };
}

/** Returns the edits that rename the declaration at an offset, or a refusal; at least one step per file. */
export function* renameAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
  newName: string,
): Generator<undefined, readonly TextEdit[] | Refusal | undefined> {
  const named = namedAt(document, offset);
  if (named === undefined || 'refusal' in named) return named;
  if (named.kind === 'title') return yield* renameTitle(workspace, document, named, newName);
  const { target } = named;
  const name = unquoted(newName);
  const refused = refusalOf(workspace, target) ?? nameRefusal(name) ?? fixedNameRefusal(target, name);
  if (refused !== undefined) return { refusal: refused };
  const [text, to] = [writtenName(name), nameInTree(target, name)];
  const documents = connectedTo(workspace, document);
  for (const each of documents) workspace.models.link(each);
  const elsewhere = readElsewhere(documents, target) ?? (yield* otherMeaning(workspace, documents, target, to));
  if (elsewhere !== undefined) return { refusal: elsewhere };
  const occurrences = yield* occurrencesOf(workspace, target, documents);
  if (occurrences.some(({ span }) => isStandard(span.uri)))
    return { refusal: t`"${declarationName(target)}" is also used in the standard library, which cannot be changed.` };
  const edits = occurrences.map(({ span }) => ({ span, text }));
  return yield* safeEdits(workspace, documents, edits, { target, from: declarationName(target), to });
}

/** Returns a name as the tree has it: what nothing declares keeps the quotes that it needs. */
const nameInTree = (target: Declared, name: string): string =>
  builtIns.isBuiltIn(target) && !isWord(name) ? writtenName(name) : name;

type Named =
  | { readonly kind: 'name'; readonly span: Span; readonly target: Declared }
  | { readonly kind: 'title'; readonly span: Span; readonly node: ast.Scenario | ast.Check | ast.View };

function namedAt(document: ModelDocument, offset: number): Named | Refusal | undefined {
  const found = nameAt(document, offset);
  switch (found?.kind) {
    case 'name':
      if (found.target === undefined) return { refusal: t`The meaning of this name is unknown.` };
      return { kind: 'name', span: found.span, target: found.target };
    case 'label':
      return { kind: 'name', span: found.span, target: found.label };
    case 'title':
      return { kind: 'title', span: found.span, node: found.node };
    case 'import':
      return { refusal: t`Rename the file itself; its imports change with it.` };
    default:
      return undefined;
  }
}

/** Returns why something cannot be renamed at all. */
function refusalOf(workspace: Workspace, target: Declared): string | undefined {
  if (builtIns.isBuiltIn(target))
    return target.group === 'label' || target.group === 'data'
      ? undefined
      : t`"${target.name}" is a name of the language itself.`;
  const span = declarationSpan(workspace, target);
  if (span === undefined) return t`The declaration of this name is unknown.`;
  return isStandard(span.uri)
    ? t`"${declarationName(target)}" is declared in the standard library, which cannot be changed.`
    : undefined;
}

const unquoted = (name: string): string => {
  const trimmed = name.trim();
  return /^'.*'$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
};

function nameRefusal(name: string): string | undefined {
  if (name.trim() === '') return t`A name needs at least one letter.`;
  return /['\r\n]/.test(name) ? t`A name must be on one line and contain no single quote.` : undefined;
}

/** Refuses names that have a meaning of their own. */
function fixedNameRefusal(target: Declared, name: string): string | undefined {
  if (ast.isPolicy(target)) {
    if (name === defaultPolicy.name || target.name === defaultPolicy.name)
      return t`The policy "${defaultPolicy.name}" applies wherever none is named, so another name would change the model.`;
    if (builtIns.policies.has(name)) return t`"${name}" is a predefined policy.`;
  }
  if (ast.isEvent(target) && builtIns.events.has(name)) return t`"${name}" is an event of the language itself.`;
  return undefined;
}

function* renameTitle(
  workspace: Workspace,
  document: ModelDocument,
  { node, span }: Named & { readonly kind: 'title' },
  title: string,
): Generator<undefined, readonly TextEdit[] | Refusal> {
  if (title.trim() === '' || /[\r\n]/.test(title))
    return { refusal: t`A title needs at least one letter and must be on one line.` };
  const siblings = document.parseResult.value.declarations.filter((each) => each.$type === node.$type);
  if (siblings.some((each) => each !== node && (each as ast.Scenario).title === title))
    return { refusal: t`There is already a ${node.$type.toLowerCase()} "${title}".` };
  const edits = [{ span: inQuotes(span), text: literalText(title) }];
  return yield* safeEdits(workspace, connectedTo(workspace, document), edits, undefined);
}

/** Returns the span without the quotes at its ends. */
const inQuotes = ({ uri, start, end }: Span): Span => ({
  uri,
  start: { ...start, character: start.character + 1 },
  end: { ...end, character: end.character - 1 },
});

/** Returns the edits if every name keeps its meaning, no new error appears, and no text has changed meanwhile. */
function* safeEdits(
  workspace: Workspace,
  documents: readonly ModelDocument[],
  edits: readonly TextEdit[],
  renaming: Renaming | undefined,
): Generator<undefined, readonly TextEdit[] | Refusal> {
  const trial = yield* tryChange(documents, { edits });
  const difference = yield* differenceInMeaning(workspace, trial, documents, renaming);
  const isChanged = documents.some((each) => workspace.find(each.uri.toString()) !== each);
  const refused = isChanged ? t`The text has changed meanwhile. Rename it again.` : difference;
  return refused === undefined ? edits : { refusal: refused };
}
