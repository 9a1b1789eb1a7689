/**
 * Hints for effective times: after a computed delay, its value in the entities that run the machine; after the machine
 * of an entity, the durations that the entity does not set.
 */
import { machineOf, parametersOf, settingsOf } from '../../../language/src/dsl/types/bodies.ts';
import type { AstNode } from 'langium';
import { constantOf } from '../../../language/src/dsl/rules/constants.ts';
import { meaningIn } from '../../../language/src/dsl/rules/entity-values.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { machineAround } from '../../../language/src/dsl/types/typing.ts';
import { withImports } from '../../../language/src/dsl/names/visible.ts';
import { printDuration } from '../../../language/src/model/machines/print-expression.ts';
import { code } from '../hover/markdown.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Hint } from './hint.ts';
import { append } from '../../../language/src/model/common/append.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The most values, and names of entities, spelled out. */
const mostValues = 3;

/** Returns a function that makes the hints of a node. */
export function timeoutHints(workspace: Workspace, document: ModelDocument): (node: AstNode) => readonly Hint[] {
  let runners: ReadonlyMap<ast.Machine, readonly ast.Entity[]> | undefined;
  return (node) => {
    if (ast.isTimerTrigger(node)) {
      runners ??= runnersOf(workspace, document);
      return ofTimer(node, runners);
    }
    return ast.isEntity(node) ? ofEntity(node) : [];
  };
}

/** Returns the entities of a file and its imports that run each machine. */
function runnersOf(workspace: Workspace, document: ModelDocument): ReadonlyMap<ast.Machine, readonly ast.Entity[]> {
  const found = new Map<ast.Machine, ast.Entity[]>();
  const visit = (members: readonly AstNode[]): void => {
    for (const member of members) {
      if (!ast.isEntity(member)) continue;
      const machine = machineOf(member);
      if (machine !== undefined) append(found, machine, member);
      visit(member.members);
    }
  };
  const { LangiumDocuments: documents } = workspace.services.shared.workspace;
  for (const { declarations } of withImports(document.parseResult.value, documents)) visit(declarations);
  return found;
}

function ofTimer(
  { delay }: ast.TimerTrigger,
  runners: ReadonlyMap<ast.Machine, readonly ast.Entity[]>,
): readonly Hint[] {
  const machine = machineAround(delay);
  if (machine === undefined || delay.$cstNode === undefined || ast.isQuantityLiteral(delay)) return [];
  const of = runners.get(machine) ?? [];
  const names = new Map<number, string[]>();
  for (const entity of of.length > 0 ? of : [undefined]) {
    const value = constantOf(delay, meaningIn(entity));
    // A time that depends on the run has no single value.
    if (value?.kind !== 'duration') return [];
    append(names, value.value, entity?.name ?? '');
  }
  const values = [...names.keys()].sort((a, b) => a - b);
  const [least = 0, most = 0] = [values[0], values.at(-1)];
  const few = values.map(printDuration).join(' or ');
  const label = values.length > mostValues ? `${printDuration(least)} to ${printDuration(most)}` : few;
  const position = delay.$cstNode.range.end;
  return [{ position, label: `= ${label}`, reason: reasonOf(names, of.length > 0) }];
}

function reasonOf(names: ReadonlyMap<number, readonly string[]>, isRun: boolean): string {
  if (!isRun) return t`The value for an entity that sets no parameter; none runs this machine here.`;
  const lines = [...names].map(([value, [...of]]) => {
    const more = of.length > mostValues ? ', …' : '';
    return `${printDuration(value)}: ${of.slice(0, mostValues).map(code).join(', ')}${more}`;
  });
  return lines.join('  \n');
}

/** Returns hints for the durations that an entity leaves to its machine. */
function ofEntity(entity: ast.Entity): readonly Hint[] {
  const machine = machineOf(entity);
  const position = (entity.machine ?? entity.class)?.$refNode?.range.end;
  if (machine === undefined || position === undefined) return [];
  const given = new Set([
    ...settingsOf(entity).map(({ property }) => property.$refText),
    ...parametersOf(entity).map(({ name }) => name),
  ]);
  const left = machine.members.filter(ast.isParameter).flatMap((parameter) => {
    if (given.has(parameter.name) || parameter.value === undefined) return [];
    const value = constantOf(parameter.value, meaningIn(entity));
    return value?.kind === 'duration' ? [`${parameter.name}: ${printDuration(value.value)}`] : [];
  });
  if (left.length === 0) return [];
  const more = left.length > mostValues ? ', …' : '';
  const reason = t`Defaults of ${code(machine.name)} that ${code(entity.name)} does not set.  \n${left.map(code).join(', ')}`;
  return [{ position, label: `${left.slice(0, mostValues).join(', ')}${more}`, reason }];
}
