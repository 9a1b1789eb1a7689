/**
 * The tokens of the language: those that Langium derives from the grammar, and names. A name is an identifier, a quoted
 * name, or a keyword where nothing else could begin with it; token categories define which keywords these are at each
 * position.
 */
import type { TokenType, TokenVocabulary } from 'chevrotain';
import { DefaultTokenBuilder, type Grammar, type GrammarAST, type TokenBuilderOptions } from 'langium';
import { tableOf } from '../../../model/common/table.ts';

const letter = String.raw`A-Za-z_\u00AA\u00B5\u00BA\u00C0-\u02FF\u0370-\u1FFF\u2C00-\uD7FF\uF900-\uFDFF`;

/** The form of a name without quotes: letters, digits, `_`, and `-` between two of these. */
export const identifierPattern = new RegExp(`[${letter}][0-9${letter}]*(-[0-9${letter}]+)*`);

const entityStarts = ['absent', 'root', 'pd', 'space', 'resource', 'object', 'node', 'region'];
/** Keywords that a relation can begin with. */
export const relationStarts: readonly string[] = [
  ...['holds', 'manages', 'requests', 'maps', 'owns', 'refers', 'destroyed', 'dies', 'needs', 'contains', 'feeds'],
];

/** Further keywords that a relation can begin with; before anything else than the rest of it, each is a name. */
export const laterRelationStarts: readonly string[] = ['stops', 'waits', 'protects'];

/** Keywords that a declaration at file level can begin with. */
export const declarationStarts: readonly string[] = [
  ...entityStarts,
  ...['import', 'policy', 'channel', 'collector', 'event', 'machine', 'scenario', 'check'],
];

/** Further keywords that a declaration can begin with; before anything else than the rest of it, each is a name. */
export const laterDeclarationStarts: readonly string[] = ['view', 'class'];

/** Keywords that a member of a view can begin with. */
export const viewMemberStarts: readonly string[] = ['include', 'exclude', 'collapse', 'relations', 'direction'];

/** Keywords that a member of an entity's body can begin with. */
export const memberStarts: readonly string[] = [...entityStarts, ...relationStarts, 'action', 'on'];

/** Keywords that a member of a machine or state can begin with. */
export const machineMemberStarts: readonly string[] = [
  ...['param', 'persistent', 'var', 'let', 'require', 'event', 'on', 'after', 'always', 'defer'],
  ...['initial', 'final', 'parallel', 'state', 'deep', 'history', 'enter', 'leave'],
];

/** Keywords that a member of a state can begin with. */
export const stateMemberStarts: readonly string[] = [
  ...['on', 'after', 'always', 'enter', 'leave', 'defer'],
  ...['initial', 'final', 'parallel', 'state', 'persistent', 'deep', 'history'],
];

/** Keywords that a step can begin with. */
export const stepStarts: readonly string[] = [
  ...['set', 'send', 'log', 'report', 'if', 'for', 'create', 'destroy', 'remove', 'crash', 'halt', 'restart'],
  ...['delete', 'link', 'unlink', 'move', 'collect', 'expect', 'run', 'at', 'within'],
];

/** Keywords that an action of a machine or an entity can begin with. */
export const actionStarts: readonly string[] = [
  ...[
    'set',
    'send',
    'raise',
    'cancel',
    'log',
    'report',
    'if',
    'for',
    'create',
    'destroy',
    'restart',
    'delete',
    'evict',
  ],
  ...['link', 'unlink', 'move'],
];

/** Keywords that a member of a check can begin with, besides steps. */
export const checkMemberStarts: readonly string[] = [...['fault', 'may', 'bound', 'never', 'always', 'eventually']];

/** Keywords that an expression can begin with; `all`, `any` and `count` do so only before `x in`. */
export const operandStarts: readonly string[] = ['not', 'if', 'true', 'false', 'none', 'self', 'now'];

/** The kinds of names, each with the keywords that are not names at its position. */
const nameCategories: Readonly<Record<string, readonly string[]>> = tableOf({
  NAME: [],
  OPERAND_NAME: operandStarts,
  MEMBER_NAME: memberStarts,
  STEP_NAME: stepStarts,
  SUBJECT_NAME: declarationStarts,
});

const neverMatched = /(?!)/;

const isWord = (keyword: string): boolean => /^[a-z]+$/.test(keyword);

/** Builds Langium's tokens with names as categories of identifiers and keywords. */
export class AftermathTokenBuilder extends DefaultTokenBuilder {
  override buildTokens(grammar: Grammar, options?: TokenBuilderOptions): TokenVocabulary {
    const built = super.buildTokens(grammar, options) as TokenType[];
    const isMade = ({ name }: TokenType) =>
      name.endsWith('NAME') || name.startsWith('TEMPLATE_') || name === 'LINE_AFTER';
    const categories = built.filter((token) => token.name in nameCategories);
    for (const token of built.filter(isMade)) {
      token.PATTERN = neverMatched;
      // Declaring that no letter begins it lets the lexer select tokens by their first letter, which is six times
      // faster.
      token.START_CHARS_HINT = [];
    }

    const categoriesOf = (word: string | undefined) =>
      categories.filter((category) => word === undefined || !nameCategories[category.name]?.includes(word));
    const identifier: TokenType = { name: 'ID', PATTERN: identifierPattern, CATEGORIES: categoriesOf(undefined) };
    for (const token of built) {
      if (!isWord(token.name)) continue;
      token.CATEGORIES = categoriesOf(token.name);
      token.LONGER_ALT = identifier;
    }
    return [
      ...built,
      identifier,
      { name: 'QUOTED', PATTERN: /'[^'\r\n]*'/, CATEGORIES: categoriesOf(undefined) },
      { name: 'OPEN_QUOTED', PATTERN: /'[^'\r\n]*/, CATEGORIES: categoriesOf(undefined) },
      { name: 'OPEN_STRING', PATTERN: /"(\\.|[^"\\\r\n])*/ },
    ];
  }

  /** Skips the search for longer terminals for words, since they use the identifier below; the search is slow. */
  protected override findLongerAlt(keyword: GrammarAST.Keyword, terminals: TokenType[]): TokenType[] {
    return isWord(keyword.value) ? [] : super.findLongerAlt(keyword, terminals);
  }
}
