/**
 * What is supposed of each document: kept here, so that the graph, plans and reports of a model agree.
 */
import { DocumentState, URI } from 'langium';
import { checkDocument } from '../../../language/src/dsl/check-document.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { linkDocument } from '../../../language/src/dsl/names/link.ts';
import { indexTree } from '../../../language/src/dsl/names/tree-index.ts';
import { remedyWriter } from '../../../language/src/dsl/rules/fixes/remedy-fixes.ts';
import { type Supposed, supposed, type SupposedFile, supposedFile } from '../../../language/src/dsl/suppose.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { append } from '../../../language/src/model/common/append.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { entityName, relationOf, relationSpan } from '../../../language/src/model/model.ts';
import type { RelationId } from '../../../language/src/model/relation.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { isNothing, type Supposition, suppositionText } from '../../../language/src/model/supposition.ts';
import { type CheckedModel, type ModelDocument, withIndex } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A model as it is asked about. */
export interface AskedModel {
  readonly model: CheckedModel;
  /** What is supposed of it, or why that is not possible for the present text; absent if nothing is. */
  readonly supposed?: string;
}

/** What is supposed of the documents of a workspace. */
export interface Suppositions {
  /** Supposes something of a document instead of what was supposed before, unless that is refused. */
  readonly suppose: (document: ModelDocument, supposition: Supposition) => Answer<undefined>;
  readonly of: (document: ModelDocument) => Supposition;
  readonly ask: (document: ModelDocument) => AskedModel;
  /** Returns the edits that make the text say what is supposed, or why there are none. */
  readonly edits: (document: ModelDocument) => Answer<readonly TextEdit[]>;
}

const nothing: Supposition = { with: [], without: [] };

/** A supposed model with the file that states what is supposed. */
interface Made extends Supposed {
  readonly file: SupposedFile;
  readonly model: CheckedModel;
}

/** Creates the suppositions of a workspace: none at first. */
export function createSuppositions(workspace: Workspace): Suppositions {
  const suppositions = new Map<string, Supposition>();
  const made = new WeakMap<CheckedModel, { readonly of: Supposition; readonly answer: Answer<Made> }>();
  const of = ({ uri }: ModelDocument): Supposition => suppositions.get(uri.toString()) ?? nothing;
  const make = (document: ModelDocument, supposition: Supposition): Answer<Made> => {
    const own = workspace.models.of(document);
    const known = made.get(own);
    if (known?.of === supposition) return known.answer;
    const answer = supposedModel(workspace, document, supposition);
    made.set(own, { of: supposition, answer });
    return answer;
  };
  return {
    of,
    suppose: (document, supposition) => {
      const key = document.uri.toString();
      if (isNothing(supposition)) {
        suppositions.delete(key);
        return { value: undefined };
      }
      const answer = make(document, supposition);
      if ('refusal' in answer) return answer;
      suppositions.set(key, supposition);
      return { value: undefined };
    },
    ask: (document) => {
      const [own, supposition] = [workspace.models.of(document), of(document)];
      if (isNothing(supposition)) return { model: own };
      const answer = make(document, supposition);
      if ('refusal' in answer) return { model: own, supposed: answer.refusal };
      return { model: answer.value.model, supposed: t`Supposed: ${suppositionText(supposition)}` };
    },
    edits: (document) => {
      const supposition = of(document);
      const answer = make(document, supposition);
      return 'refusal' in answer ? answer : editsOf(workspace, document, supposition, answer.value);
    },
  };
}

function supposedModel(workspace: Workspace, document: ModelDocument, supposition: Supposition): Answer<Made> {
  const own = workspace.models.of(document);
  if (own.errors.length > 0) return { refusal: t`The model has errors, so nothing can be supposed of it.` };
  const uri = document.uri.toString();
  // Other files would not be found by the import.
  if (!uri.endsWith('.aft')) return { refusal: t`Save the model first; something can be supposed only of a file.` };
  const file = supposedFile(uri, own, supposition);
  const { LangiumDocumentFactory: factory, LangiumDocuments: documents } = workspace.services.shared.workspace;
  const stating = factory.fromString<ast.Document>(file.text, URI.parse(file.uri));
  stating.state = DocumentState.ComputedScopes;
  linkDocument(stating);
  const answer = supposed(checkDocument(stating, documents, { adopted: uri }), file);
  if ('refusal' in answer) return answer;
  return { value: { ...answer.value, file, model: withIndex(answer.value.loaded) } };
}

function editsOf(
  workspace: Workspace,
  document: ModelDocument,
  supposition: Supposition,
  { removed, file }: Made,
): Answer<readonly TextEdit[]> {
  const { model, sources } = workspace.models.of(document);
  const ofModel = [...removed].filter((id) => id < model.relations.length);
  const shared = sharedText({ model, sources }, new Set(ofModel));
  if (shared !== undefined) return { refusal: shared };
  const write = remedyWriter(indexTree(document.parseResult.value), document.uri.toString(), model, sources);
  const marked = new Set<string>();
  const edits: TextEdit[] = [];
  for (const entity of file.gone) {
    const { copy } = itemAt(model.entities, entity);
    const place = keyOf(sources.entities[entity]);
    if (marked.has(place)) continue;
    marked.add(place);
    const all = sources.entities.flatMap((span, id) => (keyOf(span) === place ? [id] : []));
    const isWhole = copy === undefined || all.every((id) => file.gone.has(id));
    const [fix] = isWhole ? write([{ kind: 'mark', as: 'absent', title: '', entity }]) : [];
    if (fix === undefined)
      return {
        refusal: t`"${entityName(model, entity)}" cannot be taken out of this text by itself; change it there.`,
      };
    edits.push(...fix.edits);
  }
  const [gone] = ofModel.length === 0 ? [] : write([{ kind: 'unrelate', title: '', relations: ofModel }]);
  if (ofModel.length > 0 && gone === undefined)
    return { refusal: t`The text of these relations cannot be taken out by itself; change it there.` };
  const end = document.textDocument.positionAt(document.textDocument.getText().length);
  const added = supposition.with.map((statement) => `${statement}\n`).join('');
  const lead = end.character === 0 ? '' : '\n';
  const addition = { span: { uri: document.uri.toString(), start: end, end }, text: `${lead}${added}` };
  return { value: [...edits, ...(gone?.edits ?? []), ...(added === '' ? [] : [addition])] };
}

/** Returns why some relations cannot be taken out: their text states others, too. */
function sharedText(
  { model, sources }: Pick<CheckedModel, 'model' | 'sources'>,
  removed: ReadonlySet<RelationId>,
): string | undefined {
  const byPlace = new Map<string, RelationId[]>();
  for (const { id } of model.relations) append(byPlace, keyOf(relationSpan(sources, id)), id);
  for (const id of removed) {
    const span = relationSpan(sources, id);
    const kept = (byPlace.get(keyOf(span)) ?? []).find((other) => !removed.has(other));
    if (kept === undefined) continue;
    const { kind, source, target } = relationOf(model, kept);
    return t`Line ${String(span.start.line + 1)} also says that "${entityName(model, source)}" ${kind} "${entityName(model, target)}"; change it there.`;
  }
  return undefined;
}

const keyOf = (span: Span | undefined): string =>
  span === undefined ? '' : `${span.uri}#${String(span.start.line)}:${String(span.start.character)}`;
