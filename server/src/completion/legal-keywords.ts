/**
 * The keywords that the language allows where the grammar allows them all: relation verbs by the kind of their subject,
 * steps by where they are written, tests by the type of their operand.
 */
import { type Body, isBody, kindOf } from '../../../language/src/dsl/types/bodies.ts';
import { type AstNode, AstUtils } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import { type StaticType, unknownType } from '../../../language/src/dsl/types/static-type.ts';
import { typeOf } from '../../../language/src/dsl/types/typing.ts';
import { entityKinds, type EntityKind } from '../../../language/src/model/entity-kind.ts';
import { relationEnds, relationKinds, type RelationKind } from '../../../language/src/model/relation.ts';
import type { Construct, CursorPosition } from './place.ts';
import type { Probe } from './probe.ts';
import { openRules, type Expected } from './reading.ts';
import { mayBeNone } from '../../../language/src/dsl/rules/may-be-none.ts';
import { canBeginWanted, wantedOf } from './wanted.ts';

/** The position at which a keyword is judged. */
export interface KeywordContext {
  readonly place: CursorPosition;
  readonly probe: Probe;
  /** The node whose body contains the cursor. */
  readonly container: AstNode;
  readonly isStart: (expected: Expected) => boolean;
}

/** Returns true if a keyword, or a pair of keywords, is legal where the grammar expects it. */
export function isLegalKeyword(word: string, expected: Expected, context: KeywordContext): boolean {
  const rules = openRules(expected.way);
  const [rule] = rules;
  switch (rule) {
    case 'RelationKind': {
      const kind = relationKinds.find((each) => each === word);
      // The second word of a pair is the one that the first requires.
      return kind === undefined || isLegalVerb(kind, rules[1], expected, context);
    }
    case 'EntityKind':
      return rules[1] !== 'Entity' || nestedKinds(context).some((kind) => kind === word);
    case 'Entity':
      return !['absent', 'root', 'protected', 'doomed'].includes(word) || nestedKinds(context).length > 0;
    case 'RelationTail':
    case 'RelationTarget':
      return isLegalAfterTarget(word, expected, context);
    case 'State':
      if (ast.isState(context.container) && context.container.parallel)
        return word !== 'initial' && !word.startsWith('final');
      return word !== 'initial' || !statesOf(context.container).some(({ initial }) => initial);
    case 'Destructor':
      return !(isBody(context.container) && bodyMembers(context.container).some(ast.isDestructor));
    default:
      return isLegalStep(rules, context) && isLegalOperator(word, rules, expected, context);
  }
}

/** Returns the kinds that may be nested here, from the table of the check `entity/nesting`. */
function nestedKinds({ container }: KeywordContext): readonly EntityKind[] {
  const kind = isBody(container) ? kindOf(container) : undefined;
  if (kind === undefined) return entityKinds;
  const nestable: Partial<Record<EntityKind, readonly EntityKind[]>> = {
    space: ['resource'],
    resource: [],
    object: ['object'],
    region: [],
  };
  return nestable[kind] ?? entityKinds;
}

function isLegalVerb(
  kind: RelationKind,
  rule: string | undefined,
  expected: Expected,
  context: KeywordContext,
): boolean {
  const { from } = relationEnds[kind];
  if (rule === 'RelationTail' && isBody(context.container) && context.isStart(expected)) {
    const subject = kindOf(context.container);
    return subject === undefined || from.includes(subject);
  }
  const node = context.probe(expected, expected.edge.text)?.node;
  return node !== undefined && isOneOf(subjectType(node, kind), from);
}

/** Returns the type of the subject of a verb. */
function subjectType(node: AstNode, kind: RelationKind): StaticType {
  if (ast.isSubjectRelation(node) || ast.isLink(node) || ast.isUnlink(node)) return typeOf(node.subject);
  if (ast.isRelated(node) && relationKindOf(node.kind) === kind) return typeOf(node.source);
  return unknownType;
}

function isOneOf(type: StaticType, kinds: readonly EntityKind[]): boolean {
  const single = type.kind === 'set' ? type.of : type;
  if (single.kind === 'unknown') return true;
  return single.kind === 'entity' && (single.of === 'entity' || kinds.includes(single.of));
}

const withAs: readonly RelationKind[] = ['protects', 'holds', 'requests', 'owns', 'refers', 'needs'];

/** After a target, `as` is legal with some relations and `notify` with one. */
function isLegalAfterTarget(word: string, expected: Expected, { probe }: KeywordContext): boolean {
  const node = probe(expected, word)?.node;
  if (node === undefined) return false;
  const relation = ast.isRelationTarget(node) ? node.$container : node;
  const isRelation =
    ast.isRelation(relation) || ast.isSubjectRelation(relation) || ast.isLink(relation) || ast.isUnlink(relation);
  if (!isRelation) return true;
  const kind = relationKindOf(relation.kind);
  if (ast.isUnlink(relation) && word === 'as') return false;
  if (word === 'of') return (kind === 'needs' || kind === 'protects') && !ast.isLink(relation);
  return word === 'as' ? withAs.includes(kind) : kind === 'destroyed after';
}

const bodyMembers = ({ members }: Body): readonly ast.ClassMember[] => members;

function statesOf(container: AstNode): readonly ast.State[] {
  return ast.isMachine(container) || ast.isState(container)
    ? container.members.filter((each) => ast.isState(each))
    : [];
}

const scenarioSteps: ReadonlySet<string> = new Set([
  ...['Expect', 'Run', 'At', 'Within', 'Crash', 'Halt', 'Remove', 'Collect'],
]);

/** The steps of a run that its environment does not take. */
const ofRuns: ReadonlySet<string> = new Set(['Expect', 'Run', 'At', 'Within']);

/** Returns true for a step that the environment does not take after `may`: the check `step/not-here`. */
function isOfEnvironment(rules: readonly string[]): boolean {
  const within = rules.slice(0, rules.indexOf('Possibility') + 1);
  return within.some((rule) => ofRuns.has(rule)) || (within.includes('ForStep') && !within.includes('Block'));
}

/** The steps that only machines and entities take. */
const actionSteps: ReadonlySet<string> = new Set(['Raise', 'Cancel']);

/**
 * Steps of scenarios are legal in scenarios and checks only, and those of machines only there. A destructor raises and
 * cancels nothing, because its machine is about to end.
 */
function isLegalStep(rules: readonly string[], { place, container }: KeywordContext): boolean {
  const isOfMachine = rules.some((rule) => actionSteps.has(rule));
  if (isRun(place.around)) return !isOfMachine && !isOfEnvironment(rules);
  if (isOfMachine && AstUtils.getContainerOfType(container, ast.isDestructor) !== undefined) return false;
  return !rules.some((rule) => scenarioSteps.has(rule));
}

/** Returns true if the cursor is in a scenario or check, at any depth. */
export const isRun = (around: readonly Construct[]): boolean => around.includes('Scenario') || around.includes('Check');

function isLegalOperator(word: string, rules: readonly string[], expected: Expected, context: KeywordContext): boolean {
  const [rule] = rules;
  if (rule === 'Predicate' || rule === 'Comparison') return isLegalTest(word, expected, context);
  if (rule === 'And' || rule === 'Or') {
    const node = context.probe(expected, word)?.node;
    if (node === undefined) return false;
    const left = ast.isBinary(node) ? typeOf(node.left) : unknownType;
    return left.kind === 'bool' || left.kind === 'unknown';
  }
  const isOperand = word === 'self' || (rule !== undefined && operandRules.has(rule) && !isInner(word));
  return !isOperand || isLegalOperand(word, expected, context);
}

const operandRules: ReadonlySet<string> = new Set(['Literal', 'Not', 'Conditional', 'Quantified']);

/** Returns true for words within an operand that has already begun. */
const isInner = (word: string): boolean => ['then', 'else', 'in'].includes(word);

/** Returns true if a test is legal for its operand: most are for entities only; `in` is for values too. */
function isLegalTest(word: string, expected: Expected, { probe }: KeywordContext): boolean {
  const node = probe(expected, word.split(' ')[0] ?? word)?.node;
  if (node === undefined) return false;
  const subject = ast.isTest(node) || ast.isNotified(node) || ast.isReceived(node) ? node.subject : undefined;
  const tested = subject ?? (ast.isBefore(node) ? node.first : ast.isInstanceOf(node) ? node.item : undefined);
  return tested === undefined || isOneOf(typeOf(tested), entityKinds);
}

function isLegalOperand(word: string, expected: Expected, { probe, place }: KeywordContext): boolean {
  if (word === 'self' && !place.around.some((each) => each === 'Machine' || each === 'Entity' || each === 'Class'))
    return false;
  const node = probe(expected, word)?.node;
  if (node === undefined || !ast.isExpression(node)) return node !== undefined;
  return canBeginWanted(wantedOf(node), word) || (word === 'none' && isComparedWithNone(node));
}

/** Returns true if an operand is compared with something that can be none. */
function isComparedWithNone({ $container: compared }: ast.Expression): boolean {
  if (!ast.isBinary(compared)) return false;
  return (compared.operator === '==' || compared.operator === '!=') && mayBeNone(compared.left);
}
