/**
 * Two declarations of one name in one place: a reference could not tell them apart.
 */
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { machineSymbolsOf } from '../symbols.ts';
import type { LanguageCheck, Report } from './check.ts';

type Named = AstNode & { readonly name: string };

export const nameDuplicate: LanguageCheck = {
  code: 'name/duplicate',
  severity: 'error',
  run(document, report) {
    const { declarations } = document;
    // Entities, channels and collectors are named in the same places.
    inOnePlace(
      declarations.filter((each) => ast.isEntity(each) || ast.isChannel(each) || ast.isCollector(each)),
      report,
    );
    inOnePlace(declarations.filter(ast.isMachine), report);
    inOnePlace(declarations.filter(ast.isPolicy), report);
    inOnePlace(declarations.filter(ast.isEvent), report);
    for (const node of AstUtils.streamAllContents(document)) checkNode(node, report);
  },
};

function checkNode(node: AstNode, report: Report): void {
  if (ast.isEntity(node)) {
    inOnePlace(node.members.filter(ast.isEntity), report);
    inOnePlace(node.members.filter(ast.isEntityAction), report);
  } else if (ast.isMachine(node)) {
    const { members } = node;
    inOnePlace(
      members.filter((each) => ast.isParameter(each) || ast.isVariable(each) || ast.isLet(each)),
      report,
    );
    inOnePlace(members.filter(ast.isEvent), report);
    inOnePlace(machineSymbolsOf(node).allStates, report);
  } else if (ast.isEnumType(node)) inOnePlace(node.values, report);
  else if (ast.isEvent(node) || ast.isEventTrigger(node) || ast.isEntityAction(node))
    inOnePlace(node.parameters, report);
}

function inOnePlace(declarations: readonly Named[], report: Report): void {
  const first = new Map<string, Named>();
  for (const declaration of declarations) {
    const earlier = first.get(declaration.name);
    if (earlier === undefined) first.set(declaration.name, declaration);
    else {
      const message = `"${declaration.name}" is declared here already. Give one of the two another name.`;
      report(declaration, 'name', message, earlier);
    }
  }
}
