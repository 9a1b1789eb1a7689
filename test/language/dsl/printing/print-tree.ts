/**
 * Prints a tree as well laid out text. Names, order and parentheses are those of the tree; documentation comments are
 * kept, other comments and the layout of the source are not.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { writeTextLiteral } from '../../../../language/src/model/machines/print-expression.ts';
import { printClass, printEntity, printSetting, printSubjectRelation } from './entities.ts';
import { itemOf } from './items.ts';
import { type Item, layoutDocument } from './layout.ts';

import { printEvent, printMachine } from './machines.ts';
import { printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';
import { printCheck, printScenario } from './scenarios.ts';
import { printView } from './views.ts';

/**
 * Returns the text of a file. Parsing it gives the same tree, and printing that the same text. A line is longer than
 * 100 characters only if nothing in it can be broken.
 */
export const printTree = (document: ast.Document): string =>
  layoutDocument(document.declarations.map(printDeclaration));

function printDeclaration(declaration: ast.Declaration): Item {
  switch (declaration.$type) {
    case 'Import':
      return itemOf(declaration, [[`import ${writeTextLiteral(declaration.path)}`]]);
    case 'Entity':
      return printEntity(declaration);
    case 'Class':
      return printClass(declaration);
    case 'SubjectRelation':
      return printSubjectRelation(declaration);
    case 'Policy':
    case 'Channel':
    case 'Collector':
      return printSettings(declaration);
    case 'Event':
      return printEvent(declaration);
    case 'Machine':
      return printMachine(declaration);
    case 'Scenario':
      return printScenario(declaration);
    case 'Check':
      return printCheck(declaration);
    case 'View':
      return printView(declaration);
  }
}

function printSettings(declaration: ast.Policy | ast.Channel | ast.Collector): Item {
  const head = `${declaration.$type.toLowerCase()} ${printName(declaration.name)}`;
  const settings = declaration.settings.map((each) => printSetting(each, 'setting'));
  return itemOf(declaration, [[head], { items: settings, shape: 'flat' }]);
}
