/**
 * Says what has to follow a word after which the text is cut short.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { exampleFor } from './syntax-examples.ts';

const name = (): string => t`a name`;
const kind = (): string => t`a kind (pd, space, resource, object, node, region)`;
const title = (): string => t`a text in double quotes`;

/** What follows a word, by the words. */
const wanted: Readonly<Record<string, () => string>> = tableOf({
  ...each(['pd', 'space', 'resource', 'object', 'node', 'region', 'class', 'machine', 'event'], name),
  ...each(['policy', 'channel', 'collector', 'param', 'var', 'let', 'state', 'action'], name),
  ...each(['scenario', 'check', 'view', 'import'], title),
  ...each(['absent', 'root', 'protected', 'doomed'], kind),
  ...each(['is', 'extends'], () => t`the name of a class`),
  data: () => '"{"',
  runs: () => t`the name of a machine`,
  '->': () => t`the name of a state`,
});

function each(words: readonly string[], what: () => string): Record<string, () => string> {
  return Object.fromEntries(words.map((word) => [word, what]));
}

/** The words that continue the head of a declaration, with one that begins such. */
const heads: Readonly<Record<string, string>> = tableOf({ is: 'pd', runs: 'pd', extends: 'class', for: 'class' });

/** Words that can begin a member, but are names elsewhere, with one of the construct that they begin. */
const laterStarts: Readonly<Record<string, string>> = tableOf({ data: 'data', protected: 'root', doomed: 'root' });

/** Returns the message for a text that ends after a word; `first` begins the member or step that it is in. */
export function wantedAfter(word: IToken, first: IToken | undefined, rules: readonly string[]): string {
  // A declaration is complete without the rest of its head, which is then alone.
  const head = word === first && rules[1] === 'Declaration' ? heads[word.image] : undefined;
  const what =
    head !== undefined && word.image === 'for' ? kind() : (wanted[word.tokenType.name]?.() ?? t`a name or a value`);
  return t`Expected ${what} after "${word.image}".${exampleFor(head ?? laterStarts[word.image] ?? first?.tokenType.name, rules)}`;
}
