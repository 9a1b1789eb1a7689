/**
 * Finds two declarations of one name in one scope, which a reference could not tell apart.
 */
import { bodiesOf, type Body } from '../types/bodies.ts';
import type { AstNode } from 'langium';
import { events } from '../types/built-ins.ts';
import * as ast from '../generated/ast.ts';
import { declarationsOf } from '../names/tree-index.ts';
import { machineSymbolsOf } from '../types/symbols.ts';
import type { LanguageRule, ReportFault } from './rule.ts';
import { t } from '../../model/common/translation.ts';

type Named = AstNode & { readonly name: string };

/** Reports names declared twice in one scope. */
export const nameDuplicate: LanguageRule = {
  code: 'name/duplicate',
  run(tree, report) {
    const { document } = tree;
    // Entities, channels and collectors share a scope.
    inOneScope(
      document.declarations.filter(
        (each) => each.$type === 'Entity' || each.$type === 'Channel' || each.$type === 'Collector',
      ),
      report,
    );
    inOneScope(declarationsOf(document, 'Machine'), report);
    inOneScope(declarationsOf(document, 'Class'), report);
    inOneScope(declarationsOf(document, 'Policy'), report);
    inOneScope(declarationsOf(document, 'Event'), report);
    for (const event of tree.all('Event')) checkEvent(event, report);
    for (const body of [...tree.all('Entity'), ...tree.all('Class')]) checkBody(body, report);
    for (const machine of tree.all('Machine')) checkMachine(machine, report);
    for (const { values } of tree.all('EnumType')) inOneScope(values, report);
    for (const type of ['Event', 'EventTrigger', 'EntityAction'] as const) {
      for (const { parameters } of tree.all(type)) inOneScope(parameters, report);
    }
  },
};

/** Actions of classes may be replaced; what is nested, and parameters, may not be declared again. */
function checkBody(body: Body, report: ReportFault): void {
  const members: readonly ast.ClassMember[] = body.members;
  const names = members.filter((each) => ast.isEntity(each) || ast.isParameter(each));
  inOneScope(names, report);
  inOneScope(members.filter(ast.isEntityAction), report);
  const inherited = bodiesOf(body)
    .slice(1)
    .flatMap((each) => each.members as readonly ast.ClassMember[]);
  for (const node of names) {
    const { name } = node;
    const earlier = inherited.find((each) => (ast.isEntity(each) || ast.isParameter(each)) && each.name === name);
    if (earlier === undefined) continue;
    report({
      node,
      property: 'name',
      message: t`"${name}" is already declared in the class "${(earlier.$container as ast.Class).name}". Rename one of the two.`,
      related: [{ node: earlier, property: 'name', message: t`The first one is here.` }],
    });
  }
}

/** Reports an event that hides one of the language itself, but for `done`, which is meant to be replaced. */
function checkEvent(event: ast.Event, report: ReportFault): void {
  if (event.name === 'done' || !events.has(event.name)) return;
  report({
    node: event,
    property: 'name',
    severity: 'warning',
    message: t`"${event.name}" is also an event of the language itself, which this one hides wherever it is known. Remove it if you mean that one, or rename it.`,
  });
}

function checkMachine(machine: ast.Machine, report: ReportFault): void {
  const { members } = machine;
  inOneScope(
    members.filter((each) => ast.isParameter(each) || ast.isVariable(each) || ast.isLet(each)),
    report,
  );
  inOneScope(members.filter(ast.isEvent), report);
  inOneScope(machineSymbolsOf(machine).allStates, report);
}

function inOneScope(declarations: readonly Named[], report: ReportFault): void {
  if (declarations.length < 2) return;
  const first = new Map<string, Named>();
  for (const declaration of declarations) {
    const earlier = first.get(declaration.name);
    if (earlier === undefined) first.set(declaration.name, declaration);
    else {
      report({
        node: declaration,
        property: 'name',
        message: t`"${declaration.name}" is already declared here. Rename one of the two.`,
        related: [{ node: earlier, property: 'name', message: t`The first one is here.` }],
      });
    }
  }
}
