/**
 * Everything in a model without errors was offered at its position: every keyword, and every name that refers to
 * something.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { CstUtils, type LeafCstNode } from 'langium';
import { createCompleter } from '../../../server/src/completion/complete.ts';
import { isBuiltIn } from '../../../language/src/dsl/types/built-ins.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { ModelDocument } from '../../../server/src/workspace/model-cache.ts';
import { nameAt } from '../../../server/src/workspace/name-at.ts';
import { runs, tried } from '../../properties.ts';
import { openInMemory } from '../in-memory.ts';

const folder = (path: string): readonly URL[] => {
  const url = new URL(`../../../${path}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith('.aft'))
    .map((name) => new URL(name, url));
};

const files = [
  ...folder('language/examples'),
  ...folder('language/std'),
  new URL('../../fixtures/every-word.aft', import.meta.url),
];

/** Words that are offered as a part of two that always stand together, or of a path. */
function isOffered(word: string, labels: readonly string[]): boolean {
  // A name that is a keyword is offered in quotes, which it needs in some places.
  const plain = labels.map((label) => label.replaceAll("'", ''));
  return plain.some(
    (label) =>
      label === word.replaceAll("'", '') ||
      label.split(' ').includes(word) ||
      label
        .replace(/\[[^\]]*\]/g, '')
        .split('.')
        .includes(word),
  );
}

/** Whether a word had to be offered: a keyword, or a name that leads to something that has a place. */
function mustBeOffered(document: ModelDocument, leaf: LeafCstNode): boolean {
  if (!/^[\p{L}_']/u.test(leaf.text)) return false;
  const found = nameAt(document, leaf.offset);
  // A second initial state or destructor, and a setting that is given already, would be wrong.
  if (found?.kind === 'keyword') return leaf.text !== 'initial' && !ast.isDestructor(found.node);
  if (found?.kind !== 'name' || found.isDeclaration || found.target === undefined || ast.isSetting(found.node))
    return false;
  return !isBuiltIn(found.target) || found.target.group !== 'label';
}

/** `npm test` tries one word of each kind, in the first file that has it, `npm run fuzz` every word. */
const triesAll = runs(0, 1) === 1;

/** Returns the kind of a word: what it is part of, the word itself if it is a keyword, and what comes before it. */
function kindOf({ astNode, text, tokenType }: LeafCstNode, previous: LeafCstNode | undefined): string {
  const isKeyword = tokenType.name === text;
  const before = previous?.tokenType.name ?? '';
  return [astNode.$container?.$type, astNode.$type, before, isKeyword ? text : tokenType.name].join(' ');
}

describe('completion of models without faults', () => {
  const kinds = new Set<string>();
  for (const file of files) {
    const name = file.pathname.split('/').at(-1) ?? '';
    it(`offers every keyword and name of ${name} at its place`, async () => {
      const { workspace, document } = await openInMemory(readFileSync(file, 'utf8'));
      const completer = createCompleter(workspace.services);
      const root = document.parseResult.value.$cstNode;
      assert.ok(root !== undefined);
      const missed: string[] = [];
      let count = 0;
      let previous: LeafCstNode | undefined;
      for (const leaf of CstUtils.flattenCst(root)) {
        if (leaf.hidden) continue;
        const isSecond =
          previous !== undefined &&
          /^(?:destroyed after|dies with|stops with|waits for|on destroy|leads to|up to|notified of|persistent var|(?:initial|final|parallel) state|deep history)$/.test(
            `${previous.text} ${leaf.text}`,
          );
        const kind = kindOf(leaf, previous);
        previous = leaf;
        if (isSecond || (!triesAll && kinds.has(kind)) || !mustBeOffered(document, leaf)) continue;
        kinds.add(kind);
        count++;
        const labels = completer(document, leaf.offset, workspace.all())?.offers.map(({ label }) => label) ?? [];
        if (!isOffered(leaf.text, labels)) missed.push(`line ${String(leaf.range.start.line + 1)}: ${leaf.text}`);
      }
      tried('words', count);
      assert.deepEqual(missed, []);
    });
  }
});
