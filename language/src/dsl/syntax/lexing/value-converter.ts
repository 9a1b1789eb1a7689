/**
 * Converts the text of a token to the value in the tree: a text without its quotes and escapes, a name without
 * redundant quotes. So `'log'` and `log` are the same name everywhere; a name that cannot be written without quotes
 * keeps them.
 */
import { type CstNode, DefaultValueConverter, type GrammarAST, type ValueType } from 'langium';
import { unescapeText } from './literals.ts';
import { identifierPattern } from './tokens.ts';

const quotedIdentifier = new RegExp(`^'(?:${identifierPattern.source})'$`);

/** Converts texts and names of this language; everything else as Langium does. */
export class AftermathValueConverter extends DefaultValueConverter {
  protected override runConverter(rule: GrammarAST.AbstractRule, input: string, cstNode: CstNode): ValueType {
    if (rule.name === 'QUANTITY') return input.replaceAll(/[ \t]+/g, ' ');
    if (rule.name === 'STRING') return unescapeText(input.slice(1, -1));
    if (rule.name.endsWith('NAME')) return quotedIdentifier.test(input) ? input.slice(1, -1) : input;
    return super.runConverter(rule, input, cstNode);
  }
}
