/**
 * The few words beside an offer: what it is, and its type.
 */
import type { AstNode } from 'langium';
import { type BuiltInName, isBuiltIn, signature } from '../../../language/src/dsl/types/built-ins.ts';
import { describeType, type StaticType } from '../../../language/src/dsl/types/static-type.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the details of a declaration or a built-in name of a type. */
export function detailOf(node: AstNode, type: StaticType | undefined): string {
  if (isBuiltIn(node)) {
    if (node.group === 'function' || node.group === 'event') return `${groupNames[node.group]} ${signature(node)}`;
    return node.valueType.kind === 'unknown'
      ? groupNames[node.group]
      : `${groupNames[node.group]}: ${describeType(node.valueType)}`;
  }
  const kind = nodeKinds[node.$type] ?? node.$type.toLowerCase();
  return type === undefined || type.kind === 'unknown' ? kind : `${kind}: ${describeType(type)}`;
}

const nodeKinds: Readonly<Partial<Record<string, string>>> = tableOf({
  EnumValue: t`value`,
  EventParameter: t`parameter`,
  Parameter: t`parameter`,
  Variable: t`variable`,
  LocalName: t`local name`,
  EntityAction: t`action`,
  Let: 'let',
});

const groupNames: Readonly<Record<BuiltInName['group'], string>> = {
  setting: t`setting`,
  property: t`property`,
  set: t`set`,
  function: t`function`,
  event: t`event`,
  policy: t`policy`,
  label: t`label`,
  number: t`number`,
  data: t`data`,
};
