/**
 * Finds values of the author's own, directly in an object, space or resource, that read like a setting or a relation and
 * so do nothing: a setting with a slip of the finger, a setting of other kinds, a relation with a colon.
 */
import { entityKinds } from '../../model/entity-kind.ts';
import { fixedSettings } from '../../model/fixed-settings.ts';
import { withArticle, wordList } from '../../model/common/word-list.ts';
import { t } from '../../model/common/translation.ts';
import * as ast from '../generated/ast.ts';
import { foreignSetting } from '../syntax/messages/foreign-words.ts';
import { editDistance } from '../syntax/messages/nearest-name.ts';
import { type Body, isBody, kindOf, machineOf, parametersOf, settingsOf } from '../types/bodies.ts';
import { settingsByPlace } from '../types/built-in-settings.ts';
import { typeOf, typeOfNamed } from '../types/typing.ts';
import { typeFits } from './fits.ts';
import { replaceNode } from './fixes/edits.ts';
import type { LanguageFault, LanguageRule } from './rule.ts';

/** Shorter words differ in one letter too easily. */
const shortest = 5;

/** The settings of other kinds whose names hardly mean anything else. */
const unmistakable = ['mttf', 'mttr', 'failureRate', 'repairRate', 'probability', 'overhead', 'clockRate', 'finalizers', 'removes']; // oxfmt-ignore

/** Reports values of the author's own that read like a setting or a relation, and that nothing in the file reads. */
export const settingSimilar: LanguageRule = {
  code: 'setting/similar',
  looksAt: 'file',
  certainty: 'file',
  run(tree, report) {
    const read = new Set(tree.all('MemberAccess').map(({ member }) => member.$refText));
    const entities = new Set(tree.all('Entity').map(({ name }) => name));
    for (const setting of tree.all('Setting')) {
      const { $container: body, property } = setting;
      if (property.ref !== setting || !isBody(body) || read.has(property.$refText)) continue;
      const fault = misspelt(setting, body) ?? misplaced(setting) ?? relation(setting, entities);
      if (fault !== undefined) report({ node: setting, property: 'property', ...fault });
    }
  },
};

type Found = Pick<LanguageFault, 'message' | 'fixes'> | undefined;

function misspelt(setting: ast.Setting, body: Body): Found {
  const name = setting.property.$refText;
  const kind = kindOf(body);
  const parameters = [...parametersOf(body), ...(machineOf(body)?.members.filter(ast.isParameter) ?? [])];
  const legal = [...(kind === undefined ? [] : settingsByPlace[kind].values()), ...parameters];
  const given = new Set(settingsOf(body).map(({ property }) => property.$refText));
  const meant = legal.find((each) => isOneLetterOff(name, each.name) && !given.has(each.name));
  if (meant === undefined) return undefined;
  return {
    message: t`"${name}" is a value of your own here, and does nothing. Did you mean "${meant.name}"?`,
    fixes: typeFits(typeOf(setting.value), typeOfNamed(meant))
      ? [{ title: t`Write "${meant.name}"`, edits: [replaceNode(setting, meant.name, 'property')] }]
      : [],
  };
}

function misplaced({ property, value }: ast.Setting): Found {
  const name = property.$refText;
  const kinds = entityKinds.filter((each) => fixedSettings[each].includes(name));
  const [first] = kinds;
  if (first === undefined || !unmistakable.includes(name)) return undefined;
  if (!typeFits(typeOf(value), typeOfNamed(settingsByPlace[first].get(name)))) return undefined;
  return {
    message: t`"${name}" is a setting of ${withArticle(wordList(kinds, 'or'))}; here it is a value of your own, and does nothing. Set it there, or write it in "data { … }".`,
  };
}

function relation({ property, value }: ast.Setting, entities: ReadonlySet<string>): Found {
  const name = property.$refText;
  const advice = foreignSetting(name);
  const isMeant = (isModifier(name) && typeOf(value).kind === 'bool') || namesEntities(value, entities);
  if (advice === undefined || !isMeant) return undefined;
  return { message: t`"${name}" is a value of your own here, and does nothing. ${advice}` };
}

const isModifier = (name: string): boolean => name === 'protected' || name === 'doomed';

/** Returns true if a value is one of these names, or a list of them: as a value of its own, such a word is only a word. */
function namesEntities(value: ast.Expression, entities: ReadonlySet<string>): boolean {
  if (ast.isListLiteral(value))
    return value.items.length > 0 && value.items.every((each) => namesEntities(each, entities));
  if (ast.isMemberAccess(value)) return namesEntities(value.receiver, entities);
  return ast.isNameReference(value) && entities.has(value.target.$refText);
}

/** Returns true if one letter was added, left out, replaced or swapped, or the case is another. */
const isOneLetterOff = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= shortest && a !== b && editDistance(a.toLowerCase(), b.toLowerCase()) <= 1;
