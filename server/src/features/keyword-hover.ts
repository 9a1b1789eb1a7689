/**
 * The hover of a word of the language, as far as needed by where it stands: `of` counts in a need, and names what a fault
 * strikes.
 */
import type { AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { relationKindOf } from '../../../language/src/dsl/types/relation-kind.ts';
import { machineAround } from '../../../language/src/dsl/types/typing.ts';
import { keywordWords } from '../completion/keyword-words.ts';
import { code } from '../hover/markdown.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the lines about a word in a node; none if nothing is said of it. */
export function keywordLines(word: string, node: AstNode): readonly string[] {
  if (word === 'self') {
    const machine = machineAround(node);
    return [`**self** ${machine === undefined ? '' : `runs ${code(machine.name)}`}`.trim(), keywordWords[word] ?? ''];
  }
  const here = textHere(word, node);
  if (here !== undefined) return [`**${word}**`, here];
  const whole = wholeOf(word, node);
  const double = Object.keys(keywordWords).find((each) => each.includes(' ') && each.split(' ').includes(whole));
  const shown = keywordWords[whole] === undefined ? (double ?? whole) : whole;
  const text = keywordWords[shown];
  return text === undefined ? [] : [`**${shown}**`, text];
}

/** Returns what a word means where its usual text would say something else. */
function textHere(word: string, node: AstNode): string | undefined {
  if (ast.isViewDirection(node)) return keywordWords.direction;
  switch (word) {
    case 'of':
      return ast.isFault(node) ? t`What the fault may strike.` : undefined;
    case 'after':
      return ast.isSend(node)
        ? t`Sends it that much later; until then it waits with its sender.`
        : ast.isCollect(node)
          ? t`The collection after a deployment.`
          : undefined;
    case 'as':
      return ast.isTransition(node) ? t`Stays in the state, and leaves only states within it.` : undefined;
    case 'for':
      return ast.isClass(node) ? t`The kind of its instances.` : undefined;
    case 'doomed':
      return ast.isEntity(node) ? t`Its end has begun before anything happens.` : undefined;
    case 'in':
      return ast.isLoopVariable(node) || ast.isQuantified(node)
        ? t`The set whose members it stands for, one after the other.`
        : undefined;
    default:
      return undefined;
  }
}

/** Returns the words that one is part of, such as the verb `destroyed after`, or `up to`. */
function wholeOf(word: string, node: AstNode): string {
  const verb = verbOf(node);
  // The number of a relation is part of it: "needs 2 of".
  if (verb !== undefined && (word === 'of' || verb.split(' ').includes(word))) return verb;
  if (word === 'of' && ast.isReceived(node)) return 'received';
  if (word === 'to' && (ast.isFault(node) || ast.isPossibility(node))) return 'up to';
  return word === 'to' && ast.isLeadsTo(node) ? 'leads to' : word;
}

function verbOf(node: AstNode): string | undefined {
  const hasVerb =
    ast.isRelation(node) ||
    ast.isSubjectRelation(node) ||
    ast.isRelated(node) ||
    ast.isLink(node) ||
    ast.isUnlink(node);
  return hasVerb ? relationKindOf(node.kind) : undefined;
}
