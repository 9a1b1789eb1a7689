/**
 * Finds two declarations of one name in one scope, which a reference could not tell apart.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import { machineSymbolsOf } from '../types/symbols.ts';
import type { LanguageCheck, Report } from './check.ts';

type Named = AstNode & { readonly name: string };

/** Reports names declared twice in one scope. */
export const nameDuplicate: LanguageCheck = {
  code: 'name/duplicate',
  run(tree, report) {
    const { declarations } = tree.document;
    // Entities, channels and collectors share a scope.
    inOneScope(
      declarations.filter((each) => ast.isEntity(each) || ast.isChannel(each) || ast.isCollector(each)),
      report,
    );
    inOneScope(declarations.filter(ast.isMachine), report);
    inOneScope(declarations.filter(ast.isPolicy), report);
    inOneScope(declarations.filter(ast.isEvent), report);
    for (const { members } of tree.all('Entity')) {
      inOneScope(members.filter(ast.isEntity), report);
      inOneScope(members.filter(ast.isEntityAction), report);
    }
    for (const machine of tree.all('Machine')) checkMachine(machine, report);
    for (const { values } of tree.all('EnumType')) inOneScope(values, report);
    for (const type of ['Event', 'EventTrigger', 'EntityAction'] as const) {
      for (const { parameters } of tree.all(type)) inOneScope(parameters, report);
    }
  },
};

function checkMachine(machine: ast.Machine, report: Report): void {
  const { members } = machine;
  inOneScope(
    members.filter((each) => ast.isParameter(each) || ast.isVariable(each) || ast.isLet(each)),
    report,
  );
  inOneScope(members.filter(ast.isEvent), report);
  inOneScope(machineSymbolsOf(machine).allStates, report);
}

function inOneScope(declarations: readonly Named[], report: Report): void {
  if (declarations.length < 2) return;
  const first = new Map<string, Named>();
  for (const declaration of declarations) {
    const earlier = first.get(declaration.name);
    if (earlier === undefined) first.set(declaration.name, declaration);
    else {
      report({
        node: declaration,
        property: 'name',
        message: `"${declaration.name}" is already declared here. Rename one of the two.`,
        related: [{ node: earlier, property: 'name', message: 'The first one is here.' }],
      });
    }
  }
}
