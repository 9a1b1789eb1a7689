/**
 * Completion at a position: exactly the keywords and names that both the grammar and the language allow there. Offers
 * nothing in comments and texts, and nothing where the text before makes no sense.
 */
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { quantifiers } from '../../../language/src/dsl/syntax/messages/closer-failure.ts';
import { lexerOf } from '../../../language/src/dsl/services.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { LanguageServices } from '../workspace/document-trees.ts';
import { readGrammar, type GrammarState, type TokenEdge } from './grammar-states.ts';
import { offersToImport } from './import-offers.ts';
import { isLegalKeyword, isRun, type KeywordContext } from './legal-keywords.ts';
import { keywordWords } from './keyword-words.ts';
import { functionOffers, nameOffers } from './name-offers.ts';
import type { Offer } from './offer.ts';
import { findPlace, type CursorPosition, type TakesToken } from './place.ts';
import { containerOf, createProbe, unusedName, withoutTraces, type Probe } from './probe.ts';
import { createReading, openRules, type Expected, type Reading } from './reading.ts';
import { snippets } from './snippets.ts';
import { tokensBefore, type TokensBefore } from './tokens-before.ts';
import { importOffers, settingWords, wordOffers } from './word-offers.ts';

/** The offers at a position, and the range that one of them replaces. */
export interface Completion {
  /** An offset; the range ends at the cursor. */
  readonly start: number;
  /** In list order. */
  readonly offers: readonly Offer[];
}

/** Completes at an offset of a document. */
export type Completer = (
  document: ModelDocument,
  offset: number,
  all: readonly ModelDocument[],
) => Completion | undefined;

/** Creates a completer; reads the grammar once. */
export function createCompleter(services: LanguageServices): Completer {
  const reading = createReading(readGrammar(services.aftermath.Grammar));
  const lexer = lexerOf(services.aftermath);
  const takes = takesTokens(services);
  return (document, offset, all) => {
    const text = document.textDocument.getText();
    const before = tokensBefore(text, offset, lexer);
    if (before === undefined) return undefined;
    if (before.kind === 'text') {
      const isPath = before.tokens.at(-1)?.tokenType.name === 'import';
      return isPath ? { start: before.start, offers: importOffers(document, all) } : undefined;
    }
    const place = isVariable(before) ? undefined : findPlace(before, reading, takes);
    if (place === undefined) return undefined;
    const itemText = text.slice(place.itemStart, before.start);
    const typed = text.slice(before.start, offset);
    const offers = withoutTraces(document, () =>
      offersAt({ services, document, reading, place, before, itemText, typed, all }),
    );
    return { start: before.start, offers: inOrder(offers) };
  };
}

/** Returns true after `all`, `any` or `count` in a condition, where a new name follows; `clock: any` ends there. */
function isVariable({ tokens, isFirstOnLine }: TokensBefore): boolean {
  const [before, word] = tokens.slice(-3, -1);
  return !isFirstOnLine && quantifiers.has(word?.image ?? '') && before !== undefined && before.image !== ':';
}

/** Matches tokens with edges by the categories that the lexer assigned. */
function takesTokens({ aftermath }: LanguageServices): TakesToken {
  const types = aftermath.parser.Lexer.definition;
  return (token) => (edge) => {
    const { tokenType } = token;
    if (edge.kind === 'keyword') return tokenType.name === edge.text;
    const wanted = edge.text in types ? (types as Readonly<Record<string, typeof tokenType>>)[edge.text] : undefined;
    return wanted !== undefined && (tokenType === wanted || wanted.categoryMatchesMap?.[token.tokenTypeIdx] === true);
  };
}

interface Situation {
  readonly services: LanguageServices;
  readonly document: ModelDocument;
  readonly reading: Reading;
  readonly place: CursorPosition;
  readonly before: TokensBefore;
  readonly itemText: string;
  /** The word typed so far. */
  readonly typed: string;
  readonly all: readonly ModelDocument[];
}

function offersAt(situation: Situation): readonly Offer[] {
  const { reading, place, document } = situation;
  const starts = reading.next(place.startWays);
  const isStart = ({ edge, way }: Expected) =>
    starts.some((start) => start.edge === edge && start.way.frame === way.frame);
  const probe = createProbe({ ...situation, isStart });
  const context: KeywordContext = {
    place,
    probe,
    isStart,
    container: containerOf(document, place) ?? document.parseResult.value,
  };
  const expected = reading.next(place.ways).filter((each) => !isStart(each) || mayStart(situation));
  const keywords = expected.flatMap((each) => keywordOffer(each, context, reading));
  const names = distinctNames(expected)
    .filter((each) => !isStart(each) || mayStartName(situation))
    .flatMap((each) => offersFor(each, probe, situation).map((offer) => later(offer, isStart(each), situation)));
  const isAlone = situation.itemText.trim() === 'import';
  return [...keywords, ...names, ...(isAlone ? importOffers(document, situation.all) : [])].filter(
    ({ label, kind }) => label !== unusedName && (kind !== 'label' || label !== situation.typed),
  );
}

/**
 * Returns true if a declaration may begin here: after another item on the same line only entity members, settings and
 * steps may.
 */
function mayStart({ before, place, itemText }: Situation): boolean {
  if (before.isFirstOnLine || /^\s*(?:(?:absent|root|protected|doomed|initial|final|persistent)\s*)*$/.test(itemText))
    return true;
  if (place.construct === 'Entity' || place.construct === 'Class')
    return !/^\s*(?:(?:absent|root|protected|doomed)\s+)*(?:pd|space|resource|object|node|region)\b[^{]*$/.test(
      itemText,
    );
  return ['Block', 'Scenario', 'Check', 'Policy', 'Channel', 'Collector'].includes(place.construct);
}

/** Names that begin a step may follow another item on its line only in blocks. */
const mayStartName = ({ before, place, itemText }: Situation): boolean =>
  before.isFirstOnLine ||
  itemText.trim() === '' ||
  place.construct === 'Block' ||
  place.construct === 'Entity' ||
  place.construct === 'Class';

/** Ranks what begins a new item after what continues the current one. */
const later = (offer: Offer, isStart: boolean, { itemText }: Situation): Offer =>
  isStart && itemText.trim() !== '' ? { ...offer, rank: offer.rank + 60 } : offer;

/** Offers keywords made of letters; signs are not offered. */
function keywordOffer(expected: Expected, context: KeywordContext, reading: Reading): readonly Offer[] {
  const { edge, way } = expected;
  if (edge.kind !== 'keyword' || !/^[a-z]/.test(edge.text)) return [];
  const second = onlyKeywordAfter(edge, reading);
  const label = second === undefined ? edge.text : `${edge.text} ${second}`;
  if (!isLegalKeyword(label, expected, context)) return [];
  const rules = openRules(way);
  const rule = rules[0] === 'EntityKind' ? rules[1] : rules[0];
  const snippet = snippets[`${rule ?? ''} ${label}`];
  const documentation = keywordWords[label];
  const isNew = context.isStart(expected);
  return [
    {
      label,
      kind: 'keyword',
      ...(documentation !== undefined && { documentation }),
      ...(snippet !== undefined && { snippet }),
      rank: (isNew && context.place.ways !== context.place.startWays ? 80 : 30) + rankAmong(label, rule),
    },
  ];
}

/** Ranks keywords at one place: what is written more often comes first, a modifier or the policy last. */
function rankAmong(label: string, rule: string | undefined): number {
  if (['absent', 'root', 'protected', 'doomed', 'under'].includes(label)) return 2;
  return rule === 'RelationKind' || rule === 'RelationTail' ? -1 : 0;
}

/** Returns the keyword that must follow another, such as `after` after `destroyed`. */
function onlyKeywordAfter({ to }: TokenEdge, reading: Reading): string | undefined {
  const edges = reading.next([{ state: to, frame: undefined }]);
  const [first] = edges;
  const isEnd = reachesEnd(to);
  return edges.length === 1 && !isEnd && first?.edge.kind === 'keyword' && /^[a-z]/.test(first.edge.text)
    ? first.edge.text
    : undefined;
}

function reachesEnd(state: GrammarState): boolean {
  const seen = new Set([state]);
  for (const each of seen) {
    if (each.isEnd) return true;
    for (const next of each.free) seen.add(next);
  }
  return false;
}

/** Returns names that are looked up or are words of a kind: one expected token for each rule and property. */
function distinctNames(expected: readonly Expected[]): readonly Expected[] {
  const seen = new Set<string>();
  return expected.filter(({ edge, way }) => {
    if (edge.kind !== 'terminal' || (!edge.isReference && edge.feature !== 'as' && edge.feature !== 'type'))
      return false;
    const key = `${openRules(way).join(' ')} ${edge.feature ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}

function offersFor(expected: Expected, probe: Probe, situation: Situation): readonly Offer[] {
  const { services, place, document, all, typed } = situation;
  const rules = openRules(expected.way);
  if (rules.includes('Assignment') && rules[0] === 'StepPathStart' && isRun(place.around)) return [];
  const probed = probe(expected, unusedName);
  if (probed === undefined) return [];
  if (probed.reference === undefined) return wordOffers(probed, services);
  const names = [
    ...nameOffers(probed.reference, services.shared.workspace.LangiumDocuments),
    ...offersToImport(probed.reference, { document, all, services, typed }),
  ];
  if (!ast.isNameReference(probed.node)) return names;
  const functions = rules[0] === 'OperandStart' ? functionOffers(probed.node) : [];
  return [...names, ...functions, ...settingWords(probed.node)];
}

/** Sorts by rank, keeping ties in order; of two equal labels the first stays. */
function inOrder(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Set<string>();
  return offers
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ label, kind }) => {
      const key = `${kind === 'keyword' ? 'keyword' : 'name'} ${label}`;
      return !seen.has(key) && seen.add(key);
    });
}
