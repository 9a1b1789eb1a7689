/**
 * Machines and policies by name: one user gets a definition of its own, or all users take an equal one instead.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { isReference, type AstNode } from 'langium';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { defaultPolicy, type Policy } from '../../../language/src/model/policy.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { isStandard } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { linked, tried } from './nesting.ts';
import { nameAsWritten } from './paths.ts';
import type { Refactoring } from './refactoring.ts';
import { edit, removal, wholeText } from './whole-text.ts';
import { t } from '../../../language/src/model/common/translation.ts';

type Definition = ast.Machine | ast.Policy;

const words = { Machine: 'machine', Policy: 'policy' } as const;

/** Returns the change that gives a user of a definition its own one; nothing if no one else uses it. */
export function* extractDefinition(
  workspace: Workspace,
  document: ModelDocument,
  use: AstNode,
  user: string,
): Generator<undefined, Refactoring | undefined> {
  const documents = linked(workspace, document);
  const [own] = referencesOf(document).filter((each) => each.$refNode?.astNode === use && isDefinition(targetOf(each)));
  const definition = targetOf(own);
  if (own?.$refNode === undefined || !isDefinition(definition)) return undefined;
  const at = documents.find(({ parseResult }) => parseResult.value === definition.$container);
  if (at === undefined || isStandard(at.uri.toString()) || usesOf(documents, definition).length < 2) return undefined;
  const name = freeName(documents, definition);
  const text = definition.$cstNode?.text ?? '';
  const { end } = wholeText(at, definition, workspace.services.aftermath.parser.Lexer);
  const lead = at.textDocument.getText().slice(0, end).endsWith('\n') ? '' : '\n';
  const { offset: from, end: to } = own.$refNode;
  return yield* tried(workspace, documents, {
    kind: 'extract',
    title: t`Extract the ${words[definition.$type]} "${name}" from "${definition.name}" for ${user}`,
    edits: [
      edit(at, end, end, `${lead}\n${text.replace(nameAsWritten(definition), name)}\n`),
      edit(document, from, to, name),
    ],
    kept: { keeps: 'answers' },
  });
}

/** Returns the change that uses an equal definition instead of one; nothing if there is none. */
export function* inlineDefinition(
  workspace: Workspace,
  document: ModelDocument,
  definition: Definition,
): Generator<undefined, Refactoring | undefined> {
  const documents = linked(workspace, document);
  yield* workspace.models.make(document);
  const equal = ast.isMachine(definition)
    ? equalMachine(document, definition)
    : equalPolicy(policiesOf(workspace.models.of(document).model), definition.name);
  if (equal === undefined) return undefined;
  // An equal machine has the comments in it, too.
  const { offset = 0, end = 0 } = (ast.isMachine(definition) ? definition.$cstNode : undefined) ?? {};
  const uses = usesOf(documents, definition).map(({ document: at, start: from, end: to }): TextEdit =>
    edit(at, from, to, equal),
  );
  return yield* tried(workspace, documents, {
    kind: 'inline',
    title: t`Replace the ${words[definition.$type]} "${definition.name}" by "${equal}", which is the same`,
    edits: [
      removal(document, definition, workspace.services.aftermath.parser.Lexer, (at) => at < offset || at >= end),
      ...uses,
    ],
    kept: { keeps: 'answers', removes: [definition.name] },
  });
}

const isDefinition = (node: AstNode | undefined): node is Definition =>
  node !== undefined && (ast.isMachine(node) || ast.isPolicy(node));

const targetOf = (each: ModelDocument['references'][number] | undefined): AstNode | undefined =>
  each !== undefined && isReference(each) ? each.ref : undefined;

function usesOf(documents: readonly ModelDocument[], definition: Definition) {
  return documents.flatMap((document) =>
    referencesOf(document).flatMap((each) =>
      each.$refNode !== undefined && targetOf(each) === definition && isWhole(each.$refNode.astNode)
        ? [{ document, start: each.$refNode.offset, end: each.$refNode.end }]
        : [],
    ),
  );
}

const isWhole = (node: AstNode): boolean => !ast.isMachine(node) && !ast.isPolicy(node);

/** Returns the name of another machine of the file with the same text, spaces aside. */
function equalMachine({ parseResult }: ModelDocument, machine: ast.Machine): string | undefined {
  const textOf = (each: ast.Machine): string => {
    const { text = '' } = each.$cstNode ?? {};
    const name = nameAsWritten(each);
    return text.slice(text.indexOf(name) + name.length).replaceAll(/\s+/g, ' ');
  };
  const wanted = textOf(machine);
  const found = parseResult.value.declarations
    .filter(ast.isMachine)
    .find((each) => each !== machine && textOf(each) === wanted);
  return found === undefined ? undefined : nameAsWritten(found);
}

/** Returns the name of another policy with the same settings, a predefined one first. */
function equalPolicy(policies: readonly Policy[], name: string): string | undefined {
  if (name === defaultPolicy.name) return undefined;
  const own = policies.find((each) => each.name === name);
  const settingsOf = (policy: Policy): string => JSON.stringify({ ...policy, name: '' });
  const found = policies.find(
    (each) =>
      each !== own && each.name !== defaultPolicy.name && own !== undefined && settingsOf(each) === settingsOf(own),
  );
  if (found === undefined) return undefined;
  return /^[A-Za-z_]\w*$/.test(found.name) || found.name.includes('-') ? found.name : `'${found.name}'`;
}

function freeName(documents: readonly ModelDocument[], definition: Definition): string {
  const isTaken = (name: string): boolean =>
    documents.some(({ parseResult }) => {
      const { machines, policies } = symbolsOf(parseResult.value);
      return machines.has(name) || policies.has(name);
    });
  const base = definition.name.replaceAll(/^'|'$/g, '');
  for (let number = 2; ; number++) {
    const free = `${base}${/\d$/.test(base) ? '_' : ''}${String(number)}`;
    if (!isTaken(free)) return /^\w+$/.test(free) ? free : `'${free}'`;
  }
}
