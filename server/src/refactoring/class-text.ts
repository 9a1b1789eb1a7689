/**
 * The text of an instance without its class: the members of its classes are written into its body, with the values of
 * its parameters. What several bodies say is merged as the model merges it.
 */
import { type AstNode, AstUtils, type Lexer } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { bodiesOf, labelOf, machineNamedBy, machineOf, parametersOf } from '../../../language/src/dsl/types/bodies.ts';
import { fixedSettings } from '../../../language/src/model/fixed-settings.ts';
import { writeName } from '../../../language/src/model/language-names.ts';
import { type MemberComments, memberComments } from './member-comments.ts';

/** Returns what an entity says after its name, without a class, with all comments; undefined if a parameter has no value. */
export function withoutClass(entity: ast.Entity, lexer: Lexer): string | undefined {
  const values = valuesOf(entity);
  if (values === undefined) return undefined;
  // The least derived class first, the entity itself last.
  const bodies = bodiesOf(entity).toReversed();
  const members = bodies.flatMap((body): readonly ast.ClassMember[] => body.members);
  const label = labelOf(entity);
  const machine = machineNamedBy(entity)?.$refText;
  const comments = memberComments(bodies, lexer);
  const lines = [...mergedSettings(entity, members, values, comments), ...plainMembers(members, values, comments)];
  const destructors = members.toReversed().filter(ast.isDestructor);
  const steps = destructors.flatMap((each) => each.block.steps.map((step) => textOf(step, values)));
  lines.push(...destructors.flatMap(comments.of));
  if (steps.length > 0) lines.push(['on destroy {', ...steps.map((step) => `  ${step}`), '}'].join('\n'));
  lines.push(...comments.last);
  const head = `${label === undefined ? '' : ` : ${writeName(label)}`}${machine === undefined ? '' : ` runs ${writeName(machine)}`}`;
  return lines.length === 0 ? head : `${head} {\n${lines.map(indented).join('\n')}\n}`;
}

const indented = (text: string): string => `  ${text.replaceAll('\n', '\n  ')}`;

/** The texts of the values of an entity's parameters, by name. */
interface Values {
  readonly entity: ast.Entity;
  readonly values: ReadonlyMap<string, string>;
}

/** Returns the values of an entity's parameters, as texts without other parameters of its classes. */
function valuesOf(entity: ast.Entity): Values | undefined {
  const values = new Map<string, string>();
  const open = new Set<string>();
  const names = [...new Set(parametersOf(entity).map(({ name }) => name))];
  const find = (name: string): string | undefined => {
    const known = values.get(name);
    if (known !== undefined || open.has(name)) return known;
    const value = givenTo(entity, name);
    if (value === undefined) return undefined;
    open.add(name);
    for (const each of parametersIn(value, entity)) find(each.target.$refText);
    const text = textOf(value, { entity, values });
    values.set(name, text);
    return text;
  };
  return names.every((name) => find(name) !== undefined) ? { entity, values } : undefined;
}

/** Returns the names in a node that mean parameters of an entity's classes. */
function parametersIn(node: AstNode, entity: ast.Entity): readonly ast.NameReference[] {
  const parameters = parametersOf(entity);
  return AstUtils.streamAst(node)
    .filter(ast.isNameReference)
    .filter(({ target }) => parameters.some((each) => each === target.ref))
    .toArray();
}

/** Returns the expression that an entity has for a parameter. */
function givenTo(entity: ast.Entity, name: string): ast.Expression | undefined {
  for (const body of bodiesOf(entity)) {
    const members: readonly ast.ClassMember[] = body.members;
    const setting = members.filter(ast.isSetting).findLast(({ property }) => property.$refText === name);
    if (setting !== undefined) return setting.value;
    const declared = members.filter(ast.isParameter).find((each) => each.name === name);
    if (declared !== undefined) return declared.value;
  }
  return undefined;
}

/** Writes the settings and data: of each name the one that counts. */
function mergedSettings(
  entity: ast.Entity,
  members: readonly ast.ClassMember[],
  values: Values,
  comments: MemberComments,
): string[] {
  const settings = new Map<string, string>();
  const data = new Map<string, string>();
  const machine = machineOf(entity)?.members.filter(ast.isParameter) ?? [];
  const isSetting = (name: string): boolean =>
    fixedSettings[entity.kind].includes(name) || machine.some((each) => each.name === name);
  for (const [name, value] of values.values) (isSetting(name) ? settings : data).set(name, value);
  for (const member of members) {
    if (ast.isSetting(member) && !values.values.has(member.property.$refText))
      settings.set(member.property.$refText, textOf(member.value, values));
    if (ast.isData(member))
      for (const each of member.settings) data.set(each.property.$refText, textOf(each.value, values));
  }
  const nameOf = (member: ast.ClassMember): string | undefined =>
    ast.isSetting(member) ? member.property.$refText : ast.isParameter(member) ? member.name : undefined;
  const said = (isMeant: (name: string) => boolean): string[] =>
    members.filter((each) => isMeant(nameOf(each) ?? '')).flatMap(comments.of);
  const written = [...data].map(([name, value]) => `${writeName(name)}: ${value}`);
  return [
    ...[...settings].flatMap(([name, value]) => [...said((each) => each === name), `${writeName(name)}: ${value}`]),
    ...[...said((name) => data.has(name)), ...members.filter(ast.isData).flatMap(comments.of)],
    ...(written.length === 0 ? [] : [`data { ${written.join('  ')} }`]),
  ];
}

/** Writes entities, relations and actions; of actions with one name, the last. */
function plainMembers(members: readonly ast.ClassMember[], values: Values, comments: MemberComments): string[] {
  const last = new Map(members.filter(ast.isEntityAction).map((each) => [each.name, each]));
  return members.flatMap((each) => {
    if (ast.isEntityAction(each) && last.get(each.name) !== each) return comments.of(each);
    const isPlain = ast.isEntity(each) || ast.isRelation(each) || ast.isEntityAction(each);
    return isPlain ? [...comments.of(each), textOf(each, values)] : [];
  });
}

/** Returns the text of a node with the values of the parameters of its class in place of their names. */
function textOf(node: AstNode, { entity, values }: Values): string {
  const { text = '', offset = 0, range } = node.$cstNode ?? {};
  const names = parametersIn(node, entity);
  let written = text;
  for (const { target } of names.toSorted(
    (a, b) => (b.target.$refNode?.offset ?? 0) - (a.target.$refNode?.offset ?? 0),
  )) {
    const value = values.get(target.$refText);
    const at = (target.$refNode?.offset ?? 0) - offset;
    if (value === undefined) continue;
    const safe = /^[\w.'"[\]*-]*$/.test(value) && !value.startsWith('-') ? value : `(${value})`;
    written = `${written.slice(0, at)}${safe}${written.slice(at + target.$refText.length)}`;
  }
  return written.replaceAll(`\n${' '.repeat(range?.start.character ?? 0)}`, '\n');
}
