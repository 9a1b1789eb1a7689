/**
 * The hover of everything declared or built in, except entities.
 */
import { kindOf, machineNamedBy, parametersOf } from '../../../language/src/dsl/types/bodies.ts';
import { dataLine } from './entity-hover.ts';
import { AstUtils } from 'langium';
import { signature, type BuiltInName } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { describeType } from '../../../language/src/dsl/types/static-type.ts';
import { qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import { historyWords, stateWords } from '../../../language/src/dsl/types/state-words.ts';
import { machineAround, typeOfNamed } from '../../../language/src/dsl/types/typing.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { declarationName, type Declared } from '../workspace/name-at.ts';
import { leaseLines } from './lease-hover.ts';
import { code, escaped } from './markdown.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the lines about a declaration, the first with its kind and name. */
export function declarationLines(node: Exclude<Declared, ast.Entity>, model: CheckedModel): readonly string[] {
  switch (node.$type) {
    case 'Class':
      return classLines(node, model);
    case 'Machine':
      return machineLines(node, model);
    case 'State':
      return stateLines(node);
    case 'History':
      return [`**${historyWords(node)}** ${code(qualifiedIn(node))}`, t`first ${code(node.target.$refText)}`];
    case 'Event':
      return [
        `**event** ${code(`${qualifiedIn(node)}(${node.parameters.map((each) => each.$cstNode?.text ?? each.name).join(', ')})`)}`,
      ];
    case 'Parameter':
    case 'Variable':
    case 'Let':
      return [valueLine(node)];
    case 'EventParameter':
      return [
        t`**parameter** ${code(`${node.name}: ${node.type.$cstNode?.text ?? ''}`)} of event ${code(node.$container.name)}`,
      ];
    case 'LocalName':
      return [localLine(node)];
    case 'EnumValue':
      return [
        `**${t`value`}** ${code(node.name)}`,
        t`one of ${node.$container.values.map(({ name }) => code(name)).join(', ')}`,
      ];
    case 'Policy':
    case 'Channel':
    case 'Collector':
      return [
        `**${node.$type.toLowerCase()}** ${code(node.name)}`,
        ...settingsLine(node.settings),
        ...(node.$type === 'Collector' ? leaseLines(model.model, node.name) : []),
      ];
    case 'EntityAction':
      return actionLines(node);
    case 'Setting':
      return [`**data** ${code(`${settingOwner(node)}${declarationName(node)}: ${node.value.$cstNode?.text ?? ''}`)}`];
    case 'BuiltIn':
      return [`**name** ${code(node.name)}`];
  }
}

/** Returns the lines about a name that no file declares. */
export function builtInLines(builtIn: BuiltInName): readonly string[] {
  const { group, name, valueType, documentation } = builtIn;
  if (group === 'label') return [t`**type label** ${code(name)}`];
  if (group === 'data') return [`**data** ${code(name)}`];
  const isCalled = group === 'function' || group === 'event';
  const type = valueType.kind === 'unknown' || group === 'policy' ? '' : `: ${describeType(valueType)}`;
  const words = groupNames[group];
  // The sentences in the language's own tables are already Markdown.
  return [`**${words}** ${code(`${isCalled ? signature(builtIn) : name}${type}`)}`, documentation];
}

function classLines(declaration: ast.Class, { model }: CheckedModel): readonly string[] {
  const { name, base } = declaration;
  const [kind, label, machine] = [kindOf(declaration), declaration.type, machineNamedBy(declaration)];
  const instances = model.entities.filter(({ classes }) => classes?.includes(name) === true).length;
  const title = [
    `**class** ${code(name)}${kind === undefined ? '' : ` for ${kind}`}`,
    ...(base === undefined ? [] : [`extends ${code(base.$refText)}`]),
    ...(label === undefined ? [] : [`: ${code(label)}`]),
    ...(machine === undefined ? [] : [`runs ${code(machine.$refText)}`]),
  ];
  const parameters = parametersOf(declaration).map(({ $cstNode }) =>
    code(($cstNode?.text ?? '').replace(/^param\s+/, '')),
  );
  return [
    title.join(' '),
    ...(parameters.length > 0 ? [t`parameters ${parameters.join(', ')}`] : []),
    ...dataLine(declaration),
    t`instances ${String(instances)}`,
  ];
}

function machineLines(machine: ast.Machine, { model }: CheckedModel): readonly string[] {
  const index = model.machines.findIndex(({ name }) => name === machine.name);
  const lowered = model.machines[index];
  const running = model.entities.filter((entity) => index >= 0 && entity.machine === index).length;
  const parameters = machine.members.filter(ast.isParameter).map(({ name }) => code(name));
  return [
    `**machine** ${code(machine.name)}${machine.for === undefined ? '' : ` for ${machine.for}`}`,
    t`states ${String(lowered?.states.length ?? 0)} · run by ${String(running)}`,
    ...(parameters.length > 0 ? [t`parameters ${parameters.join(', ')}`] : []),
  ];
}

function stateLines(state: ast.State): readonly string[] {
  const words = stateWords(state);
  const transitions = state.members.filter(ast.isTransition).length;
  const nested = state.members.filter(ast.isState).length;
  const counts = [t`transitions ${String(transitions)}`, ...(nested > 0 ? [t`states within ${String(nested)}`] : [])];
  return [`**${words}** ${code(qualifiedIn(state))}`, counts.join(' · ')];
}

function valueLine(node: ast.Parameter | ast.Variable | ast.Let): string {
  const words = { Parameter: t`parameter`, Variable: t`variable`, Let: 'let' };
  const kind = ast.isVariable(node) && node.persistent ? t`persistent variable` : words[node.$type];
  const type = node.type?.$cstNode?.text ?? describeType(typeOfNamed(node));
  const value = node.value?.$cstNode?.text;
  return `**${kind}** ${code(`${qualifiedIn(node)}: ${type}${value === undefined ? '' : ` = ${value}`}`)}`;
}

function localLine(node: ast.LocalName): string {
  const words: Readonly<Record<ast.LocalName['$container']['$type'], string>> = {
    EntityAction: t`parameter`,
    EventTrigger: t`parameter`,
    LoopVariable: t`loop variable`,
    Quantified: t`variable`,
  };
  const type = typeOfNamed(node);
  const of = ast.isEventTrigger(node.$container) ? t` of event ${code(node.$container.event.$refText)}` : '';
  return `**${words[node.$container.$type]}** ${code(`${node.name}${type.kind === 'unknown' ? '' : `: ${describeType(type)}`}`)}${of}`;
}

function actionLines(action: ast.EntityAction): readonly string[] {
  const parameters = action.parameters.map(({ name }) => name).join(', ');
  return [`**action** ${code(`${qualifiedName(action.$container)}.${action.name}(${parameters})`)}`];
}

/** The most settings shown. */
const mostSettings = 12;

function settingsLine(settings: readonly ast.Setting[]): readonly string[] {
  const shown = settings.slice(0, mostSettings).map(({ $cstNode }) => code($cstNode?.text ?? ''));
  return shown.length === 0 ? [] : [[...shown, ...(settings.length > mostSettings ? ['…'] : [])].join(' · ')];
}

const settingOwner = ({ $container }: ast.Setting): string =>
  ast.isEntity($container) ? `${qualifiedName($container)}.` : '';

/** Returns the name of something in a machine, qualified by the machine. */
function qualifiedIn(node: ast.State | ast.History | ast.Event | ast.Parameter | ast.Variable | ast.Let): string {
  const machine = machineAround(node);
  return machine === undefined ? node.name : `${machine.name}.${node.name}`;
}

/** Returns the line about the title of a scenario, check or view. */
export function titleLines(node: ast.Scenario | ast.Check | ast.View): readonly string[] {
  const count = ast.isScenario(node) ? node.steps.length : node.members.length;
  const kind = node.$type.toLowerCase();
  return [`**${kind}** ${escaped(node.title)}`, `${ast.isScenario(node) ? t`steps` : t`members`} ${String(count)}`];
}

/** Returns the lines about an imported file. */
export function importLines(node: ast.Import, imported: ast.Document | undefined): readonly string[] {
  if (imported === undefined) return [`**${t`file`}** ${code(node.path)}`, t`There is no such file.`];
  const all = AstUtils.streamAllContents(imported);
  const entities = all.filter(ast.isEntity).count();
  const machines = imported.declarations.filter(ast.isMachine).length;
  const policies = imported.declarations.filter(ast.isPolicy).length;
  return [
    `**${t`file`}** ${code(node.path)}`,
    t`entities ${String(entities)} · machines ${String(machines)} · policies ${String(policies)}`,
  ];
}

const groupNames: Readonly<Record<BuiltInName['group'], string>> = {
  setting: t`built-in setting`,
  property: t`built-in property`,
  set: t`built-in set`,
  function: t`built-in function`,
  event: t`built-in event`,
  policy: t`built-in policy`,
  label: t`built-in label`,
  number: t`built-in number`,
  data: t`built-in data`,
};
