/**
 * Names whose meaning the text leaves open: `p.round`, where `p` may be any PD, is looked up in the machine that p
 * runs. The tree links it to one of several declarations; a run may use another.
 */
import { isReference, type AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { referencesOf } from '../../../language/src/dsl/names/link.ts';
import { machineSymbolsOf, symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { machineAround, typeOf } from '../../../language/src/dsl/types/typing.ts';
import type { ModelDocument } from './model-cache.ts';
import { declarationName, type Declared } from './name-at.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns a sentence about an occurrence of a name that may mean different declarations; nothing if there is none. */
export function readElsewhere(documents: readonly ModelDocument[], target: Declared): string | undefined {
  const isValue = ast.isParameter(target) || ast.isVariable(target) || ast.isLet(target) || ast.isSetting(target);
  const isOfMachine = machineAround(target) !== undefined;
  if (!isValue && !(ast.isState(target) || (ast.isEvent(target) && isOfMachine))) return undefined;
  const name = declarationName(target);
  if (declarationsOf(documents, target.$type, name).length < 2) return undefined;
  for (const document of documents) {
    const { uri } = document;
    for (const reference of referencesOf(document)) {
      if (!isReference(reference) || reference.$refText !== name || reference.$refNode === undefined) continue;
      if (!isOpen(reference.$refNode.astNode)) continue;
      const line = String(reference.$refNode.range.start.line + 1);
      const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
      return t`"${name}" in line ${line} of ${file} may mean this one or another of the same name, whatever the run says.`;
    }
  }
  return undefined;
}

/** Returns all declarations that a name of this kind may mean. */
function declarationsOf(
  documents: readonly ModelDocument[],
  type: Declared['$type'],
  name: string,
): readonly AstNode[] {
  return documents.flatMap((document): readonly AstNode[] => {
    const symbols = symbolsOf(document.parseResult.value);
    if (type === 'Event') return symbols.machineEvents.get(name) ?? [];
    const machines = [...symbols.machines.values()].flat().map(machineSymbolsOf);
    if (type === 'State') return machines.flatMap(({ states }) => states.get(name) ?? []);
    return [
      ...machines.flatMap(({ values }) => values.get(name) ?? []),
      ...(symbols.classParameters.get(name) ?? []),
      ...(symbols.settings.get(name) ?? []),
    ];
  });
}

/** Returns true if the text leaves open which entity a name belongs to. */
function isOpen(node: AstNode): boolean {
  const of = ast.isMemberAccess(node)
    ? node.receiver
    : ast.isSend(node)
      ? node.to
      : ast.isMessage(node)
        ? node.$container.subject
        : ast.isNameReference(node) && ast.isMembership(node.$container) && node.$container.set === node
          ? node.$container.item
          : undefined;
  if (of === undefined) return false;
  const type = typeOf(of);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' && single.declaration === undefined && single.machine === undefined;
}
