/**
 * The words of other systems and languages that newcomers type, each with the word of this language. Only looked at
 * where the text could not be read, so none of them is reserved.
 */
import type { IToken } from 'chevrotain';
import { predicates } from '../../model/expression.ts';
import { tableOf } from '../../model/table.ts';
import type { SyntaxFault } from './parse-failure.ts';
import { t } from '../../model/translation.ts';
import { cannotBegin, placeName, writeOne } from './advice.ts';

/** The replacements of some words: one word, or several to choose from; or a sentence that begins with a capital. */
type Words = Readonly<Record<string, readonly string[] | string>>;

const kinds: Words = tableOf({
  ...forAll(['node'], 'host rack zone datacenter cluster board'),
  ...forAll(['pd'], 'process service container server thread vm daemon component app task actor unit program client'),
  ...forAll(['object'], 'deployment volume secret namespace job box'),
  pod: ['pd', 'object'],
  pool: ['space'],
});

const noFunctions = t`There are no functions. A machine says what is done: machine M for pd { on Press do { log "x" } }.`;

const declarations: Words = tableOf({
  ...kinds,
  ...forAll(['scenario'], 'test case run'),
  ...forAll(['check'], 'property invariant verify spec'),
  ...forAll(['machine'], 'statechart automaton fsm behavior'),
  ...forAll(['event'], 'message signal'),
  ...forAll(['import'], 'include use using load'),
  ...forAll(
    t`A named value is declared in a machine: machine M for pd { let limit = 5 }.`,
    'const constant val define',
  ),
  ...forAll(noFunctions, 'function func fn def method procedure sub return'),
});

const softNeed = t`A soft need is written "needs x as soft".`;
/** Says how an entity is placed on a node. */
export const placedByNesting = t`An entity is placed on a node by nesting it: node n { pd p }.`;
/** The words that others write for the number of copies, and what to write instead. */
export const copyWords: readonly string[] = ['replicas', 'count', 'instances', 'copies'];
export const copiesFollow = t`The number of copies follows the name: pd p[3].`;
const nested = t`What is in something is nested in it: space s { resource r }.`;
const sender = t`The sender is the subject: x feeds y.`;
const nestedOwned = t`An owned object is nested in its owner, or the owner says "owns x".`;

const relations: Words = tableOf({
  ...forAll(['needs'], 'requires require dependsOn depends_on requisite'),
  ...forAll(['needs', 'destroyed after'], 'depends'),
  ...forAll(['needs', 'holds'], 'uses use calls accesses'),
  ...forAll(['needs'], 'connects talks links queries relies consumes'),
  ...forAll(['holds'], 'reads writes opens'),
  ...forAll(['requests', 'holds'], 'allocates'),
  ...forAll(softNeed, 'wants want prefers'),
  ...forAll(['stops with'], 'partOf part_of'),
  ...forAll(['waits for'], 'waits awaits'),
  ...forAll(['destroyed after'], 'after outlived'),
  ...forAll(['dies with'], 'bindsTo binds_to'),
  ...forAll(['manages'], 'serves provides offers'),
  ...forAll(['owns'], 'has parent'),
  ...forAll(['refers'], 'references points'),
  ...forAll(['contains'], 'includes'),
  ...forAll(['feeds'], 'sends publishes produces'),
  ...forAll(sender, 'listens subscribes receives'),
  ...forAll(nested, 'belongs in inside'),
  ...forAll(placedByNesting, 'host hosts hosted located placed runs on at'),
  ...forAll(nestedOwned, 'owned owner child'),
});

const pausing = t`A node is paused by "set x.paused = true", and continues after "set x.paused = false".`;

const steps: Words = tableOf({
  ...forAll(['crash'], 'kill fail break panic'),
  ...forAll(['destroy'], 'stop shutdown terminate end teardown'),
  ...forAll(['restart'], 'start boot recover revive'),
  ...forAll(['create'], 'spawn add new deploy launch'),
  ...forAll(['run'], 'wait sleep advance'),
  ...forAll(['expect'], 'assert check verify ensure require'),
  ...forAll(['send'], 'emit publish trigger fire post tell'),
  ...forAll(pausing, 'pause suspend freeze unpause resume continue thaw'),
  ...forAll(['log'], 'print echo'),
  ...forAll(['report'], 'warn'),
  drain: t`A node is drained by evicting what is on it: evict n.p, n.q.`,
  ...forAll(['link'], 'connect'),
  ...forAll(['unlink'], 'disconnect'),
  ...forAll(['move'], 'migrate'),
  ...forAll(['collect'], 'gc'),
  ...forAll(['for'], 'foreach loop'),
  ...forAll(t`Steps follow each other without a word in between.`, 'then when given and'),
  ...forAll(t`Entities are declared at file level, outside the scenario.`, 'pd space resource object node region'),
  after: t`Time passes by "run 5s", and "at 5s" does a step at that time.`,
  ...forAll(['send'], 'inject deliver'),
  ...forAll(t`What is repeated is in a loop: for i in 1..3 { … }.`, 'repeat every'),
  ...forAll(t`A network is cut by "set net.loss = 100%", and heals by "set net.loss = 0%".`, 'partition heal drop'),
  delay: t`Messages are delayed by their channel: set net.delay = 5s.`,
  ...forAll(['else if'], 'elif elseif elsif'),
  ...forAll(t`What goes to several is sent to each: send E to p[*].`, 'broadcast multicast'),
  ...forAll(t`Cases are told apart by "if": if n == 1 { … } else if n == 2 { … }.`, 'switch match case'),
});

const otherwise = t`Nothing ends actions early: use if … { … } else { … }.`;
const waiting = t`A machine waits in a state: after 5s -> S.`;
const fromOutside = t`A crash comes from outside: crash x in a scenario, fault crash of x in a check.`;
const noChoice = t`A machine makes no choices. What may happen or not comes from outside: may send E to x in a check.`;

/** The words of the actions of machines and entities, where time does not pass and nothing is tested. */
const actions: Words = tableOf({
  ...steps,
  ...forAll(waiting, 'wait sleep delay timeout timer advance'),
  ...forAll(fromOutside, 'kill fail panic'),
  ...forAll(
    t`What must hold is reported if it does not: if n < 0 { report "n" }.`,
    'assert check verify ensure require',
  ),
  ...forAll(otherwise, 'return break continue exit'),
  ...forAll(t`Actions that do nothing are empty: { }.`, 'skip pass nop noop'),
  ...forAll(t`The target of a transition follows its actions: on E do { … } -> S.`, 'goto become next transition'),
  ...forAll(t`An answer goes to who came with the event: on Ask(by) do { send Answer to by }.`, 'reply answer respond'),
  ...forAll(
    t`A loop is over members: for x in s { … }. What happens again enters its state again.`,
    'while until repeat loop',
  ),
  ...forAll(noChoice, 'either choose'),
  ...forAll(t`A member is added by "+": s := s + [x].`, 'add insert push append put'),
  ...forAll(t`A number is counted up by an assignment: n := n + 1.`, 'increment inc incr'),
  after: t`A delay comes last: send E to x after 5s.`,
});

const ofStates: Words = tableOf({
  ...forAll(['enter'], 'entry onentry onEntry entering'),
  ...forAll(['leave'], 'exit onexit onExit leaving'),
  ...forAll(['on'], 'transition event when_event'),
  ...forAll(['after'], 'timeout timer'),
  every: t`What happens again and again enters its state again: after 2s do { … } -> Busy.`,
  ...forAll(t`The target of a transition is written "on E -> S".`, 'goto next target'),
  ...forAll(['let'], 'const constant val'),
  ...forAll(['var'], 'variable field'),
  ...forAll(t`The guard of a transition is written "on E when g -> S".`, 'if when where'),
  do: t`What a transition does comes before its target: on E do { … } -> S.`,
  or: t`Each event has a transition of its own: on E -> S  on F -> S.`,
});

const conditions: Words = tableOf({
  ...forAll(['destroyed'], 'dead down gone killed stopped removed deleted ended terminated'),
  ...forAll(['alive'], 'up running live living healthy ok exists'),
  ...forAll(['crashed'], 'failed'),
  ...forAll(['broken'], 'faulty unhealthy unavailable'),
  ...forAll(['orphaned'], 'orphan leaked'),
});

const ofViews: Words = tableOf({
  ...forAll(['include'], 'show display only'),
  ...forAll(['exclude'], 'hide omit without'),
});

const bodies: Words = tableOf({ ...kinds, ...relations });

const places: Readonly<Record<string, Words>> = tableOf({
  relation: relations,
  declaration: tableOf({ ...relations, ...declarations }),
  body: bodies,
  class: bodies,
  step: steps,
  action: actions,
  check: steps,
  machine: ofStates,
  state: ofStates,
  view: ofViews,
});

/** Words that belong to the one before them. */
const seconds: ReadonlySet<string> = new Set(['on', 'by', 'of', 'to', 'host', 'in', 'at', 'from', 'for']);

/** Returns what to write for a word that begins nothing at a place, if it is known elsewhere. */
export function foreignWord(tokens: readonly IToken[], index: number, what: string): SyntaxFault | undefined {
  const first = tokens[index];
  const before = tokens[index - 1];
  const isFirst = before === undefined || before.endLine !== first?.startLine || ['{', '}'].includes(before.image);
  const known = places[what];
  // After something else on its line, the word for a kind is more likely a name.
  const words = isFirst || known === steps || known === actions || known === ofStates ? known : relations;
  const takesEvent = isFirst && known === ofStates && tokens[index + 1]?.image === '->' ? first : undefined;
  const meant = first && (words?.[first.image] ?? (takesEvent && [`on ${takesEvent.image}`]));
  if (first === undefined || meant === undefined) return undefined;
  const second = tokens[index + 1];
  if (isTitled(first, second, meant)) return undefined;
  const isAlone = second === undefined || second.startLine !== first.endLine || !/^[\p{L}_'"]/u.test(second.image);
  if (isAlone && kinds[first.image] === meant) return undefined;
  const isPhrase =
    words !== steps &&
    words !== actions &&
    words !== ofStates &&
    second?.startLine === first.endLine &&
    seconds.has(second?.image ?? '');
  const token = isPhrase && second !== undefined ? joinedToken(first, second) : first;
  const named = relations[first.image] === meant ? 'relation' : what;
  const isKeyword = first.tokenType.name === first.image && typeof meant === 'string';
  const begins = isKeyword ? cannotBegin(named, first.image) : t`Unknown ${placeName(named)} "${token.image}".`;
  const [kind, name] = [tokens[index - 2], tokens[index - 1]];
  const isInHead = !isFirst && words === relations && kind?.endLine === first.startLine;
  if (isInHead && kind !== undefined && isEntityKind(kind) && typeof meant !== 'string') {
    const body = `${kind.image} ${name?.image ?? 'x'} { ${meant[0] ?? 'needs'} x }`;
    return { token, message: t`${begins} A relation of ${name?.image ?? 'it'} is written in its body: ${body}.` };
  }
  return { token, message: `${begins} ${adviceOf(meant)}` };
}

/** Returns true if a word lacks the title that its replacement has, or has one that its replacement does not take. */
function isTitled({ image }: IToken, second: IToken | undefined, meant: readonly string[] | string): boolean {
  const hasTitle = second?.tokenType.name === 'STRING';
  return (meant[0] === 'scenario' && image === 'run' && !hasTitle) || (meant[0] === 'expect' && hasTitle);
}

const isEntityKind = ({ tokenType }: IToken): boolean =>
  ['pd', 'space', 'resource', 'object', 'node', 'region'].includes(tokenType.name);

/**
 * Returns what to write for a condition such as `dead`, or `is destroyed`; the word before it is what it is asked of.
 */
export function foreignCondition(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const [before, first, second] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (first === undefined || before === undefined || before.endLine !== first.startLine) return undefined;
  if (before.image === 'state' && tokens[index - 2]?.image === 'in')
    return { token: before, message: t`A state has its name alone. Write "in ${first.image}".` };
  // After a dot, a keyword is a name.
  if (!endsSubject(before) && tokens[index - 2]?.image !== '.') return undefined;
  const isPredicate = (word: string): boolean => (predicates as readonly string[]).includes(word);
  const isVerb = first.image === 'is' || first.image === 'are';
  if (isVerb && second !== undefined && (isPredicate(second.image) || second.image === 'in')) {
    const message = t`A condition has no "${first.image}". ${writeOne([second.image])}`;
    return { token: joinedToken(first, second), message };
  }
  const equal = first.image === '=' && second !== undefined ? conditionMeant(second.image) : undefined;
  if (equal !== undefined && second !== undefined)
    return { token: joinedToken(first, second), message: t`A condition has no "=". ${writeOne([equal])}` };
  const isLimit = first.image === 'up' && second?.image === 'to';
  const meant = isLimit ? undefined : conditions[first.image];
  if (meant === undefined) return undefined;
  return { token: first, message: t`Unknown condition "${first.image}". ${adviceOf(meant)}` };
}

/** Returns what to write for a condition before its subject, such as `dead a`; the subject ends at `index`. */
export function conditionBeforeSubject(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  let start = index;
  while (tokens[start - 1]?.image === '.') start -= 2;
  const [before, word, subject] = [tokens[start - 2], tokens[start - 1], tokens[index]];
  if (word === undefined || subject === undefined || word.endLine !== subject.startLine) return undefined;
  const meant = word.image === 'no' ? 'destroyed' : conditionMeant(word.image);
  if (meant === undefined || endsSubject(before) || !['ID', 'QUOTED'].includes(subject.tokenType.name))
    return undefined;
  const name = tokens.slice(start, index + 1).map(({ image }) => image);
  return { token: joinedToken(word, subject), message: t`A condition follows its subject: ${name.join('')} ${meant}.` };
}

const endsSubject = (token: IToken | undefined): boolean =>
  token === undefined || ['ID', 'QUOTED', 'self', ']', ')'].includes(token.tokenType.name);

/** Returns the condition that a word, ours or of another language, means. */
export function conditionMeant(word: string): string | undefined {
  if ((predicates as readonly string[]).includes(word)) return word;
  const meant = conditions[word];
  return typeof meant === 'string' ? undefined : meant?.[0];
}

/** Returns what to say of a setting that other languages have, after its name. */
export function foreignSetting(name: string): string | undefined {
  if (copyWords.includes(name)) return copiesFollow;
  if (['type', 'label', 'kind'].includes(name)) return t`The type label follows the name: pd p : web.`;
  if (['host', 'node', 'location'].includes(name)) return placedByNesting;
  if (name === 'protected' || name === 'doomed') return t`The word comes before the kind: ${name} pd p.`;
  const meant = relations[name];
  if (meant === undefined) return undefined;
  return typeof meant === 'string' ? meant : t`A relation has no colon. ${writeOne(meant)}`;
}

/** Advises the words to write instead, or says what is said already. */
const adviceOf = (meant: readonly string[] | string): string => (typeof meant === 'string' ? meant : writeOne(meant));

/** Returns one token for two, with all between them. */
export const joinedToken = (first: IToken, second: IToken): IToken => ({
  ...first,
  image: `${first.image} ${second.image}`,
  endOffset: second.endOffset ?? second.startOffset,
  ...(second.endLine !== undefined && { endLine: second.endLine }),
  ...(second.endColumn !== undefined && { endColumn: second.endColumn }),
});

function forAll(meant: readonly string[] | string, words: string): Words {
  return Object.fromEntries(words.split(' ').map((word) => [word, meant]));
}
