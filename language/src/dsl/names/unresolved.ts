/**
 * Writes the message for a name that cannot be resolved: what was expected, what was found instead, and the nearest
 * name that exists.
 */
import { type AstNode, AstUtils, type ReferenceInfo } from 'langium';
import { withArticle, wordList } from '../../model/common/word-list.ts';
import { expectedType } from '../types/expectation.ts';
import * as ast from '../generated/ast.ts';
import { findInLayers, isAmbiguity } from './layers.ts';
import { canBegin } from '../syntax/lexing/items.ts';
import { foreignEvents, foreignSettings, noChoice } from '../syntax/messages/foreign-tables.ts';
import { conditionMeant, foreignSetting } from '../syntax/messages/foreign-words.ts';
import { quantifierMeant } from '../syntax/messages/quantifier-words.ts';
import { nearestName } from '../syntax/messages/nearest-name.ts';
import { isBody } from '../types/bodies.ts';
import { acceptedKinds } from './name-layers.ts';
import type { Lookup } from './lookup.ts';
import { declarationsOf } from './tree-index.ts';
import { settingsByPlace } from '../types/built-in-settings.ts';
import { describeType } from '../types/static-type.ts';
import { machineSymbolsOf, qualifiedName } from '../types/symbols.ts';
import { typeOf } from '../types/typing.ts';
import { t } from '../../model/common/translation.ts';
import { tableOf } from '../../model/common/table.ts';
import { didYouMean, writeOne } from '../syntax/lexing/advice.ts';

/**
 * Returns the code and the message for an unresolved reference; undefined if it follows from another unresolved name.
 */
export function unresolvedMessage(
  { container, property, reference }: ReferenceInfo,
  { layers, fitting }: Lookup,
): { readonly code: string; readonly message: string } | undefined {
  const name = reference.$refText;
  if (dependsOnUnknown(container)) return undefined;
  const found = findInLayers(layers, name);
  if (found !== undefined && isAmbiguity(found)) {
    const names = namesApart(found.candidates);
    return {
      code: 'name/ambiguous',
      message: t`"${name}" could mean ${wordList(names, 'or')}. Write more of the qualified name.`,
    };
  }
  const kinds = ast.isExpression(container) ? acceptedKinds(container) : undefined;
  if (found !== undefined && ast.isEntity(found) && kinds !== undefined) {
    return {
      code: 'relation/wrong-kinds',
      message: t`"${name}" is ${withArticle(found.kind)}, but ${withArticle(wordList(kinds, 'or'))} is expected here. Name one, or use another relation.`,
    };
  }
  const condition = conditionIn(container, name);
  if (condition !== undefined) return { code: 'name/unknown', message: condition };
  if (name === 'log' && ast.isNameReference(container))
    return {
      code: 'name/unknown',
      message: t`There is no name "log" here. What was logged is expected by: expect log "x"`,
    };
  const asName = t`"${name}" is read as a name here. If it begins something new, complete what comes before it.`;
  if (ast.isNameReference(container) && canBegin(name)) return { code: 'name/unknown', message: asName };
  const { code, wanted, isComplete = false, elsewise } = describePlace(container, property);
  if (canBegin(name) && isFirstOnLine(reference)) return { code, message: asName };
  return { code, message: `${wanted(name)}${isComplete ? '' : suggestion(name, fitting, elsewise)}` };
}

/** Returns true for a name at the beginning of a line, where the line before is not complete without it. */
function isFirstOnLine({ $refNode: node }: ReferenceInfo['reference']): boolean {
  return (
    node !== undefined && /(?:^|\n)[ \t]*$/.test(node.root.fullText.slice(Math.max(0, node.offset - 200), node.offset))
  );
}

/** Writes the qualified names of entities, in quotes; those of other files with their files if two are alike. */
function namesApart(candidates: readonly ast.Entity[]): string[] {
  const names = candidates.map((each) => `"${qualifiedName(each)}"`);
  if (new Set(names).size === names.length) return names;
  return candidates.map((each, index) => `${names[index] ?? ''} of ${fileOf(each)}`);
}

function fileOf(node: AstNode): string {
  const { path } = AstUtils.getDocument(node).uri;
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Returns the message for a condition that is written as a property, or compared: `a.alive`, `a == destroyed`,
 * `a.state == Idle`.
 */
function conditionIn(container: AstNode, name: string): string | undefined {
  if (ast.isMemberAccess(container) && name === 'state') {
    const { $container: around } = container;
    const state = ast.isBinary(around) && around.left === container ? around.right.$cstNode?.text : undefined;
    return t`There is no name "state" here. A state is asked for by "in": ${container.receiver.$cstNode?.text ?? 'x'} in ${state ?? 'Busy'}.`;
  }
  const meant = conditionMeant(name);
  if (ast.isMemberAccess(container)) {
    const receiver = container.receiver.$cstNode?.text ?? 'x';
    const size = typeOf(container.receiver).kind === 'set' && sizes.has(name);
    if (size)
      return t`There is no name "${name}" here. Members are counted by a quantifier: count x in ${receiver}: true`;
    return meant === undefined ? undefined : t`A condition has no dot. Write "${receiver} ${meant}".`;
  }
  const { $container: around } = container;
  if (!ast.isNameReference(container) || !ast.isBinary(around) || around.right !== container) return undefined;
  if (around.operator !== '==' && around.operator !== '!=') return undefined;
  const asked = meant ?? (isState(container, name) ? `in ${name}` : undefined);
  if (asked === undefined) return undefined;
  const written = `${around.left.$cstNode?.text ?? 'x'} ${asked}`;
  return t`A condition is not compared. Write "${around.operator === '==' ? written : `not ${written}`}".`;
}

/** Returns true if a machine of the file has a state with this name. */
function isState(node: AstNode, name: string): boolean {
  const document = AstUtils.getContainerOfType(node, ast.isDocument);
  const machines = document === undefined ? [] : declarationsOf(document, 'Machine');
  return machines.some((machine) => machineSymbolsOf(machine).allStates.some((state) => state.name === name));
}

/** Returns true if the legal names here depend on something unresolved. */
function dependsOnUnknown(container: AstNode): boolean {
  if (ast.isMemberAccess(container)) return isUnsure(container.receiver);
  if (ast.isSend(container)) return isUnsure(container.to);
  if (ast.isMessage(container)) return isUnsure(container.$container.subject);
  if (!ast.isNameReference(container)) return false;
  const around = ast.isListLiteral(container.$container) ? container.$container.$container : container.$container;
  if (ast.isSetting(around)) return around.property.ref === undefined;
  if (ast.isBinary(around) && around.right === container && asksForState(around.left)) return true;
  return ast.isMembership(around) && around.set === container && isUnsure(around.item);
}

/** Returns true for `a.state`, if "state" is no name there. */
const asksForState = (expression: ast.Expression): boolean =>
  ast.isMemberAccess(expression) && expression.member.$refText === 'state' && expression.member.ref === undefined;

function isUnsure(expression: ast.Expression): boolean {
  const type = typeOf(expression);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' && single.unsure === true;
}

interface Missing {
  readonly code: string;
  readonly wanted: (name: string) => string;
  /** True if the message is complete, so that no other name is suggested. */
  readonly isComplete?: boolean;
  /** The message if no other name is near. */
  readonly elsewise?: string;
}

const ownValue = t` Write a value of your own in "data { … }".`;

const unknown = (what: string) => (name: string) => t`There is no ${what} "${name}" here.`;

function describePlace(container: AstNode, property: string): Missing {
  if (ast.isSetting(container)) return describeSetting(container);
  if (ast.isTransition(container)) return { code: 'state/unknown', wanted: unknown(t`state`) };
  if (property === 'machine') return { code: 'machine/unknown', wanted: unknown(t`machine`) };
  if (property === 'class' && ast.isInstanceOf(container)) return describeClass(container);
  if (property === 'class' || property === 'base') return { code: 'class/unknown', wanted: unknown(t`class`) };
  if (property === 'event') return describeEvent(container);
  if (property === 'notify') return { code: 'action/unknown', wanted: unknown(t`action`) };
  if (ast.isNameReference(container)) return describeName(container);
  return { code: 'name/unknown', wanted: unknown(t`name`) };
}

/** Describes an event; for a word with which other languages begin a transition, says what to write instead. */
function describeEvent(node: AstNode): Missing {
  const wanted = unknown(t`event`);
  const advice = ast.isEventTrigger(node) ? foreignEvents[node.event.$refText.toLowerCase()] : undefined;
  if (advice === undefined) return { code: 'event/unknown', wanted };
  return { code: 'event/unknown', wanted: (name) => `${wanted(name)} ${advice}`, isComplete: true };
}

const places = ['channel', 'check', 'policy'] as const;

/** Describes a setting; for one of another language, says what to write instead. */
function describeSetting({ $container: around, property }: ast.Setting): Missing {
  const foreign = ast.isEntity(around) || ast.isClass(around) ? foreignSetting(property.$refText) : undefined;
  const wanted = unknown(t`setting`);
  const known = foreignSettings[property.$refText];
  if (
    known !== undefined &&
    places.some((place) => around.$type.toLowerCase() === place && settingsByPlace[place].has(known))
  )
    return { code: 'setting/unknown', wanted: (name) => `${wanted(name)} ${writeOne([known])}`, isComplete: true };
  if (foreign === undefined) return { code: 'setting/unknown', wanted, ...(isBody(around) && { elsewise: ownValue }) };
  return { code: 'setting/unknown', wanted: (name) => `${wanted(name)} ${foreign}`, isComplete: true };
}

/** Describes a class in a question; for a condition after `is`, says what to write instead. */
function describeClass(node: ast.InstanceOf): Missing {
  const name = node.class.$refText;
  const meant = conditionMeant(name);
  const wanted = unknown(t`class`);
  const asked = isState(node, name) ? `${node.item.$cstNode?.text ?? 'x'} in ${name}` : undefined;
  const advice = asked === undefined ? undefined : t`A state is asked for by "in": ${asked}.`;
  if (advice !== undefined)
    return { code: 'class/unknown', wanted: () => `${wanted(name)} ${advice}`, isComplete: true };
  if (meant === undefined) return { code: 'class/unknown', wanted };
  const message = (): string => `${wanted(name)} ${t`A condition has no "is". ${writeOne([meant])}`}`;
  return { code: 'class/unknown', wanted: message, isComplete: true };
}

function describeName(reference: ast.NameReference): Missing {
  if (reference.isCall) return describeFunction(reference);
  const expected = expectedType(reference);
  if (expected.kind === 'enum') {
    const legal = describeType(expected);
    return { code: 'value/unknown', wanted: (name) => t`"${name}" is not a legal value here: it must be ${legal}.` };
  }
  if (expected.kind === 'set' && expected.of.kind === 'enum') return describeList(expected.of.values);
  if (expected.kind === 'set' && expected.of.kind === 'label') return describeList([reference.target.$refText]);
  if (expected.kind === 'policy') return { code: 'policy/unknown', wanted: unknown(t`policy`) };
  const kinds = acceptedKinds(reference);
  const wanted = unknown(kinds === undefined ? t`name` : wordList(kinds, 'or'));
  const isTarget = AstUtils.getContainerOfType(reference, ast.isRelationTarget) !== undefined;
  const advice = isTarget ? undefined : insteadOfName(reference.target.$refText);
  if (advice === undefined) return { code: 'name/unknown', wanted };
  return { code: 'name/unknown', wanted: (name) => `${wanted(name)} ${advice}`, isComplete: true };
}

/** Returns what to write for a name of other languages: `null`, `True`, `this`, `sender`. */
function insteadOfName(name: string): string | undefined {
  const meant = values[name.toLowerCase()];
  if (meant !== undefined && meant !== name) return writeOne([meant]);
  if (['all', 'everything', 'everyone'].includes(name))
    return t`All of a kind are a set: pds, nodes, objects, entities.`;
  return name === 'sender' ? t`Who sends an event is one of its parameters: event E(by: pd).` : undefined;
}

const values: Readonly<Record<string, string>> = tableOf({
  ...{ null: 'none', nil: 'none', undefined: 'none', none: 'none' },
  ...{ true: 'true', yes: 'true', false: 'false', no: 'false', this: 'self', me: 'self' },
});

/** Describes a function; for a condition or quantifier written as one, says what to write instead. */
function describeFunction({ target, arguments: given }: ast.NameReference): Missing {
  const wanted = unknown(t`function`);
  const texts = given.flatMap(({ $cstNode }) => $cstNode?.text ?? []);
  const advice = insteadOfFunction(target.$refText, texts);
  if (advice === undefined) return { code: 'function/unknown', wanted };
  return { code: 'function/unknown', wanted: (name) => `${wanted(name)} ${advice}`, isComplete: true };
}

function insteadOfFunction(name: string, [one = 'x', other = 'y']: readonly string[]): string | undefined {
  const [condition, quantifier] = [conditionMeant(name), quantifierMeant(name)];
  if (condition !== undefined) return t`A condition follows its subject: ${one} ${condition}.`;
  if (quantifier !== undefined) return t`A quantifier has a variable: ${quantifier} x in ${one}: x alive`;
  if (sizes.has(name)) return t`Members are counted by a quantifier: count x in ${one}: true`;
  if (name === 'min' || name === 'max') {
    const choice = `if ${one} ${name === 'min' ? '<' : '>'} ${other} then ${one} else ${other}`;
    return t`The choice is written: ${choice}`;
  }
  if (['random', 'rand', 'choose', 'oneof'].includes(name.toLowerCase())) return noChoice;
  return name === 'abs' ? t`The choice is written: ${`if ${one} < 0 then -${one} else ${one}`}` : undefined;
}

/** The words of other languages for the number of members of a set. */
const sizes: ReadonlySet<string> = new Set(['size', 'len', 'length', 'cardinality', 'card']);

/** Describes a location that expects a list of words; a word without brackets is not a list. */
function describeList(values: readonly string[]): Missing {
  return {
    code: 'value/unknown',
    isComplete: true,
    wanted: (name) =>
      values.includes(name)
        ? t`Expected a list here. Write "[${name}]".`
        : t`"${name}" is not a legal value here: it must be a list in brackets, of ${wordList(values, 'or')}.`,
  };
}

function suggestion(name: string, layers: Lookup['fitting'], elsewise?: string): string {
  if (name.includes('-')) {
    const parts = name.split('-');
    if (parts.every((part) => /^\d+$/.test(part) || findInLayers(layers, part) !== undefined)) {
      return t` To subtract, put spaces around the minus: "${parts.join(' - ')}".`;
    }
  }
  const names = new Set(layers.flatMap((layer) => [...layer.all()].map(([each]) => each)));
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return ` ${didYouMean(nearest)}`;
  if (elsewise !== undefined) return elsewise;
  const offered = [...names].slice(0, 16);
  if (offered.length > 0 && offered.length === names.size) return t` Known here: ${offered.join(', ')}.`;
  return t` Declare it, import the file that does, or correct the name.`;
}
