/** Loads texts for tests, and formats models as short lines. */
import assert from 'node:assert/strict';
import { EmptyFileSystem, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import { lowerDocument } from '../../../language/src/dsl/lowering/lower.ts';
import { createAftermathServices } from '../../../language/src/dsl/services.ts';
import type { Model } from '../../../language/src/model/model.ts';

/** Loads a text; imported files are given by name. */
export function loadText(text: string, files: Readonly<Record<string, string>> = {}): Promise<Loaded> {
  const all: Readonly<Record<string, string>> = { ...files, 'main.aft': text };
  const read = (uri: string) => Promise.resolve(all[uri.replace('memory:/', '')]);
  return createLoader(read).load('memory:/main.aft');
}

/** Loads a text that must have no errors, and returns its model. */
export async function modelOfText(text: string, files: Readonly<Record<string, string>> = {}): Promise<Model> {
  const { model, findings } = await loadText(text, files);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  return model;
}

const { workspace } = createAftermathServices(EmptyFileSystem).shared;

/** Returns the model of a text without imports, with or without errors; faster than loading it. */
export async function lowered(text: string): Promise<Model> {
  const document = workspace.LangiumDocumentFactory.fromString<ast.Document>(text, URI.parse('memory:/lowered.aft'));
  await workspace.DocumentBuilder.build([document], { validation: false });
  return lowerDocument(document.parseResult.value, workspace.LangiumDocuments).model;
}

/** Returns one line for each entity: `absent root object job.pod[0] : Pod runs M`. */
export const entityLines = ({ entities, machines }: Model): string[] =>
  entities.map(({ absent, root, kind, name, type, machine }) => {
    const runs = machine === undefined ? [] : ['runs', machines[machine]?.name];
    const label = type === undefined ? [] : [':', type];
    return [...(absent ? ['absent'] : []), ...(root ? ['root'] : []), kind, name, ...label, ...runs].join(' ');
  });

/** Returns one line for each relation: `a owns b as nonblocking`, in parentheses if it follows from nesting alone. */
export const relationLines = ({ entities, relations }: Model): string[] =>
  relations.map(({ source, kind, target, as, notify, nested }) => {
    const ends = `${entities[source]?.name ?? '?'} ${kind} ${entities[target]?.name ?? '?'}`;
    const more = `${as === undefined ? '' : ` as ${as}`}${notify === undefined ? '' : ` notify ${notify}`}`;
    return nested ? `(${ends}${more})` : `${ends}${more}`;
  });
