/**
 * Parses text without errors, to the same trees as Langium's parser but many times faster. The grammar is turned into
 * functions once, without generated code; every decision is Langium's own. Gives up at the first token that does not
 * fit: Langium then parses the text, and finds the errors.
 */
import { createTokenInstance, EOF, tokenMatcher } from 'chevrotain';
import {
  type AstNode,
  AstUtils,
  type CstNode,
  GrammarAST,
  GrammarUtils,
  type LangiumCoreServices,
  type LexerResult,
  type Linker,
} from 'langium';
import type { Decision, Decisions } from './first-token.ts';
import { numberOf } from './tree/flat-kinds.ts';
import { isOnlyPassedOn, putting } from './tree/quick-nodes.ts';
import { type Defaults, QuickTree } from './tree/quick-tree.ts';
import { TextReference } from './tree/text-reference.ts';

/** Reads a part of a rule; returns false if a token does not fit. */
type Read = (tree: QuickTree) => boolean;

/** Puts a value that was read into the node that is being read. */
type Take = (tree: QuickTree, value: unknown) => void;

/** A rule that is being turned into functions. */
interface Rule {
  readonly name: string;
  /** The type of its node. */
  readonly type: string;
  readonly kind: 'node' | 'fragment' | 'text';
  /** Its decisions so far, numbered as Langium does. */
  readonly counts: Record<'Alternation' | 'Option' | 'Repetition', number>;
}

/** Parses the tokens of a text as a file; returns undefined if they do not fit. */
export type ParseQuickly = (text: string, lexed: LexerResult) => AstNode | undefined;

/** Makes a parser of a grammar, given the decisions of Langium's; throws if the grammar has what it does not know. */
export function createQuickParser(
  { Grammar: grammar, parser, shared }: LangiumCoreServices,
  decisions: Decisions,
  linker: () => Linker,
): ParseQuickly {
  const compiler = new Compiler(parser, decisions, linker);
  const entry = grammar.rules.find((rule) => GrammarAST.isParserRule(rule) && rule.entry);
  if (!GrammarAST.isParserRule(entry)) throw new Error('The grammar has no rule to begin with.');
  const read = compiler.ruleOf(entry);
  const defaults = new Map<string, Defaults>();
  const given = {
    end: createTokenInstance(EOF, '', NaN, NaN, NaN, NaN, NaN, NaN),
    defaultsOf: (type: string): Defaults => {
      let own = defaults.get(type);
      if (own === undefined) defaults.set(type, (own = defaultsOf(shared.AstReflection, type)));
      return own;
    },
  };
  return (text, lexed) => {
    const tree = new QuickTree(text, lexed, given);
    if (!read(tree) || !tree.isAtEnd) return undefined;
    return tree.leaveRoot();
  };
}

function defaultsOf(reflection: LangiumCoreServices['shared']['AstReflection'], type: string): Defaults {
  return Object.values(reflection.getTypeMetaData(type).properties)
    .filter(({ defaultValue }) => defaultValue !== undefined)
    .map(({ name, defaultValue }) => {
      if (Array.isArray(defaultValue) && defaultValue.length > 0)
        throw new Error(`${type} has a list that is not empty.`);
      return [name, defaultValue];
    });
}

/** Turns rules into functions. */
class Compiler {
  readonly #parser: LangiumCoreServices['parser'];
  readonly #decisions: Decisions;
  readonly #linker: () => Linker;
  readonly #rules = new Map<GrammarAST.ParserRule, Read>();

  constructor(parser: LangiumCoreServices['parser'], decisions: Decisions, linker: () => Linker) {
    this.#parser = parser;
    this.#decisions = decisions;
    this.#linker = linker;
  }

  /** Returns the function that reads a rule, with all that it calls. */
  ruleOf(rule: GrammarAST.ParserRule): Read {
    const known = this.#rules.get(rule);
    if (known !== undefined) return known;
    // Rules call each other in circles.
    let read: Read = () => false;
    this.#rules.set(rule, (tree) => read(tree));
    read = this.#compileRule(rule);
    this.#rules.set(rule, read);
    return read;
  }

  #compileRule(parserRule: GrammarAST.ParserRule): Read {
    if (parserRule.parameters.length > 0) throw unknown(parserRule);
    const kind = kindOf(parserRule);
    const type = kind === 'node' ? GrammarUtils.getTypeName(parserRule) : '';
    const counts = { Alternation: 0, Option: 0, Repetition: 0 };
    const read = this.#compile(parserRule.definition, { name: parserRule.name, type, kind, counts });
    if (kind !== 'node') return read;
    return (tree) => {
      if (!read(tree)) return false;
      tree.finish(type);
      return true;
    };
  }

  #compile(element: GrammarAST.AbstractElement, rule: Rule): Read {
    return this.#repeat(element, rule, this.#compileOnce(element, rule));
  }

  #compileOnce(element: GrammarAST.AbstractElement, rule: Rule): Read {
    if (GrammarAST.isKeyword(element)) return this.#token(element.value, element, rule);
    if (GrammarAST.isAction(element)) return compileAction(element, rule);
    if (GrammarAST.isAssignment(element)) return this.#compile(element.terminal, rule);
    if (GrammarAST.isCrossReference(element)) return this.#compileReference(element, rule);
    if (GrammarAST.isRuleCall(element)) return this.#compileCall(element, rule);
    if (GrammarAST.isAlternatives(element)) return this.#compileAlternatives(element, rule);
    if (GrammarAST.isGroup(element) && element.guardCondition === undefined) return this.#compileGroup(element, rule);
    throw unknown(element);
  }

  #repeat({ cardinality }: GrammarAST.AbstractElement, rule: Rule, read: Read): Read {
    if (cardinality === undefined) return read;
    if (cardinality === '?') {
      const isThere = this.#decide(rule, 'Option');
      return (tree) => isThere.call(tree) !== true || read(tree);
    }
    const goesOn = this.#decide(rule, 'Repetition', cardinality === '+' ? 'RepetitionMandatory' : 'Repetition');
    const isDemanded = cardinality === '+';
    return (tree) => {
      if (isDemanded && goesOn.call(tree) !== true) return false;
      while (goesOn.call(tree) === true) {
        const before = tree.index;
        if (!read(tree)) return false;
        if (tree.index === before) break;
      }
      return true;
    };
  }

  #decide(rule: Rule, counted: keyof Rule['counts'], kind: Decision['kind'] = counted) {
    return this.#decisions({ rule: rule.name, kind, occurrence: ++rule.counts[counted] });
  }

  #compileGroup({ elements }: GrammarAST.Group, rule: Rule): Read {
    const reads = elements.map((element) => this.#compile(element, rule));
    return (tree) => {
      for (const read of reads) if (!read(tree)) return false;
      return true;
    };
  }

  #compileAlternatives({ elements }: GrammarAST.Alternatives, rule: Rule): Read {
    const reads = elements.map((element) => this.#compile(element, rule));
    const [only, second] = reads;
    if (only !== undefined && second === undefined) return only;
    const choose = this.#decide(rule, 'Alternation');
    return (tree) => reads[choose.call(tree) as number]?.(tree) ?? false;
  }

  #compileReference(reference: GrammarAST.CrossReference, rule: Rule): Read {
    const { terminal, isMulti } = reference;
    if (isMulti || !GrammarAST.isRuleCall(terminal) || !GrammarAST.isTerminalRule(terminal.rule.ref))
      throw unknown(reference);
    return this.#token(terminal.rule.ref.name, reference, rule);
  }

  #token(name: string, element: GrammarAST.AbstractElement, rule: Rule): Read {
    const type = this.#parser.Lexer.definition[name];
    if (type === undefined) throw unknown(element);
    const { ValueConverter: converter } = this.#parser;
    const isKeyword = GrammarAST.isKeyword(element);
    const [number, source] = [numberOf(element), sourceOf(element)];
    const take = this.#takerOf(element) ?? (rule.kind === 'text' ? appendText : undefined);
    return (tree) => {
      const token = tree.LA(1);
      // Langium leaves out tokens without text, which repair puts in.
      if (!tokenMatcher(token, type) || token.image === '') return false;
      tree.read(token, number);
      take?.(tree, isKeyword ? token.image : converter.convert(token.image, source));
      return true;
    };
  }

  #compileCall(call: GrammarAST.RuleCall, rule: Rule): Read {
    const called = call.rule.ref;
    if (GrammarAST.isTerminalRule(called)) return this.#token(called.name, call, rule);
    if (!GrammarAST.isParserRule(called) || call.arguments.length > 0) throw unknown(call);
    const read = this.ruleOf(called);
    const kind = kindOf(called);
    const take = this.#takerOf(call);
    if (kind === 'fragment') {
      return (tree) => {
        tree.begin(rule.type);
        return read(tree);
      };
    }
    if (take !== undefined) return this.#compileAssigned(call, kind, read, take);
    if (kind === 'text' || rule.kind !== 'node' || !isOnlyPassedOn(call)) throw unknown(call);
    const number = numberOf(call);
    return (tree) => {
      const before = tree.index;
      const source = tree.share(number);
      if (!read(tree) || tree.index === before) return false;
      tree.unshare(source);
      return true;
    };
  }

  #compileAssigned(call: GrammarAST.RuleCall, kind: 'node' | 'text', read: Read, take: Take): Read {
    const { ValueConverter: converter } = this.#parser;
    const [number, source] = [numberOf(call), sourceOf(call)];
    return (tree) => {
      const before = tree.index;
      const caller = tree.enter(number);
      if (!read(tree) || tree.index === before) return false;
      const value = kind === 'text' ? converter.convert(tree.text, source) : tree.finished;
      tree.leave(caller);
      take(tree, value);
      return true;
    };
  }

  /** Returns what puts a value into its property; undefined if it is not assigned. */
  #takerOf(element: GrammarAST.AbstractElement): Take | undefined {
    const assignment = AstUtils.getContainerOfType(element, GrammarAST.isAssignment);
    if (assignment === undefined) return undefined;
    const { feature, operator, terminal } = assignment;
    const put = putting(feature, operator);
    const type = this.#typeAround(assignment);
    if (!GrammarAST.isCrossReference(terminal)) {
      return (tree, value) => {
        put(tree.begin(type), value);
      };
    }
    return (tree, value) => {
      const node = tree.begin(type);
      put(node, new TextReference(this.#linker(), node as unknown as AstNode, feature, String(value)));
    };
  }

  /** Returns the type of the node of the rule around an element. */
  #typeAround(element: GrammarAST.AbstractElement): string {
    const rule = AstUtils.getContainerOfType(element, GrammarAST.isParserRule);
    return rule === undefined || rule.fragment ? '' : GrammarUtils.getTypeName(rule);
  }
}

/** Returns what a converter reads of a part of the text: the element of the grammar that reads it. */
const sourceOf = (element: GrammarAST.AbstractElement): CstNode => ({ grammarSource: element }) as unknown as CstNode;

const appendText: Take = (tree, value) => {
  tree.text += String(value);
};

function compileAction(action: GrammarAST.Action, rule: Rule): Read {
  if (rule.kind !== 'node' || action.cardinality !== undefined) throw unknown(action);
  const type = GrammarUtils.getTypeName(action);
  const { feature, operator } = action;
  if (feature === undefined || operator === undefined) {
    return (tree) => {
      tree.begin(type).$type = type;
      return true;
    };
  }
  const put = putting(feature, operator);
  return (tree) => {
    const last = tree.wrap(action, type, rule.type);
    put(tree.begin(type), last);
    return true;
  };
}

function kindOf(rule: GrammarAST.ParserRule): Rule['kind'] {
  if (rule.fragment) return 'fragment';
  return GrammarUtils.isDataTypeRule(rule) ? 'text' : 'node';
}

const unknown = (element: AstNode): Error =>
  new Error(`The quick parser does not know this use of "${element.$type}": ${element.$cstNode?.text ?? ''}`);
