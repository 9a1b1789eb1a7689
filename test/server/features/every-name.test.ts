/**
 * Features that start from a name support every kind of name: hover, highlights, symbols, type definitions, completion.
 */
import assert from 'node:assert/strict';
import { createCompleter } from '../../../server/src/completion/complete.ts';
import { completionList } from '../../../server/src/features/completion-list.ts';
import { hierarchyItemAt } from '../../../server/src/features/call-hierarchy.ts';
import { definitionAt } from '../../../server/src/features/definition.ts';
import { renameTargetAt } from '../../../server/src/features/rename.ts';
import { hoverAt } from '../../../server/src/features/hover.ts';
import { occurrencesAt } from '../../../server/src/features/references.ts';
import { typeDefinitionAt } from '../../../server/src/features/type-definition.ts';
import { findSymbols, type FoundSymbol } from '../../../server/src/features/workspace-symbols.ts';
import { allSteps } from '../all-steps.ts';
import { declarationOf, everyName, nameGroups, namePlaces, openEveryName, placesOf } from '../every-name.ts';
import { openInMemory, type InMemory } from '../in-memory.ts';

const symbolsOf = ({ workspace }: InMemory, query: string): readonly FoundSymbol[] =>
  allSteps(findSymbols(workspace, query));

/** Groups of what is not a declaration of its own: labels, values, parameters of events and actions, variables of loops. */
const noSymbols = new Set(['2', '9', '11', '17', '18', '22', '26']);

describe('at every kind of name', () => {
  it('hover says what it is, in at most fifteen lines', async () => {
    const { workspace, document } = await openEveryName();
    for (const { name, start } of namePlaces) {
      const hover = hoverAt(workspace, document, start + 1);
      const lines = hover?.markdown.split('\n') ?? [];
      assert.ok(lines.length >= 1 && lines.length <= 15, name);
      assert.match(lines[0] ?? '', /^\*\*[a-z -]+\*\* `/, name);
      assert.ok(lines[0]?.includes(name.replaceAll("'", '')), `${name}: ${lines[0] ?? ''}`);
    }
  });

  it('highlights are all places of it in the text, and say where it is declared', async () => {
    const { workspace, document } = await openEveryName();
    for (const group of nameGroups) {
      const places = placesOf(group);
      for (const { start } of places) {
        const found = allSteps(occurrencesAt(workspace, document, start + 1, [document]));
        const starts = found.map(({ span }) => document.textDocument.offsetAt(span.start)).sort((a, b) => a - b);
        assert.deepEqual(
          starts,
          places.map((place) => place.start).sort((a, b) => a - b),
          group,
        );
        const declared = found.find(({ isDeclaration }) => isDeclaration);
        const at = declared && document.textDocument.offsetAt(declared.span.start);
        assert.equal(at, declarationOf(group)?.start, group);
        if (declared !== undefined) assert.equal(declared.access, 'write');
      }
    }
  });

  it('the symbols of the workspace are what is declared', async () => {
    const memory = await openEveryName();
    for (const group of nameGroups) {
      const declaration = declarationOf(group);
      if (declaration === undefined) continue;
      const found = symbolsOf(memory, declaration.name.replaceAll("'", '')).filter(
        ({ span }) => memory.document.textDocument.offsetAt(span.start) === declaration.start,
      );
      assert.equal(found.length, noSymbols.has(group) ? 0 : 1, declaration.name);
    }
    const names = symbolsOf(memory, 'rkr.').map(({ name }) => name);
    assert.ok(names.includes('Worker.Idle') && names.includes('Worker.door'), names.join());
    assert.deepEqual(symbolsOf(memory, 'nothing of the sort'), []);
  });

  it('the type is that of the declaration', async () => {
    const { workspace, document } = await openEveryName();
    const [machine, values] = [everyName.indexOf('Worker for'), everyName.indexOf('{open, done}')];
    const wanted: Readonly<Record<string, number>> = { 8: values, 9: values, 10: machine, 12: machine, 13: machine };
    for (const { group, start, name } of namePlaces) {
      const found = typeDefinitionAt(workspace, document, start + 1);
      const at = found && document.textDocument.offsetAt(found.target.start);
      assert.equal(at, wanted[group], name);
    }
  });

  it('completion offers it where it is named', async () => {
    const { workspace, document } = await openEveryName();
    const complete = createCompleter(workspace.services);
    for (const { group, name, start } of namePlaces) {
      const isDeclared = declarationOf(group)?.start === start;
      // What a body gives already is not offered again.
      const isGiven = everyName.startsWith(':', start + name.length);
      if (isDeclared || isGiven) continue;
      const labels = completionList(workspace, complete, document, start)?.entries.map(({ offer }) => offer.label);
      assert.ok(
        labels?.some((label) => label === name || label.startsWith(`${name}[`)),
        `${group} ${name}`,
      );
    }
  });
});

describe('in a broken file', () => {
  const broken = 'pd a { holds ] needs nobody }\nmachine M { initial state }\nscenario "x" { send Nothing( to ';

  it('unknown names are not reported', async () => {
    const { workspace, document } = await openInMemory(broken);
    for (const word of ['nobody', 'Nothing', ']', '(']) {
      const at = broken.indexOf(word) + 1;
      assert.equal(hoverAt(workspace, document, at), undefined, word);
      assert.deepEqual(allSteps(occurrencesAt(workspace, document, at, [document])), [], word);
      assert.equal(typeDefinitionAt(workspace, document, at), undefined, word);
      assert.equal(definitionAt(workspace, document, at), undefined, word);
      assert.equal(hierarchyItemAt(workspace, document, at), undefined, word);
      const target = renameTargetAt(workspace, document, at);
      assert.ok(target === undefined || 'refusal' in target, word);
    }
  });
});
