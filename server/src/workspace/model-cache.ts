/**
 * The one place where a linked tree becomes a model: once for each version of a document and of what
 * it imports, shared by every feature. What follows from a model is computed when first asked for.
 */
import type { LangiumDocument, LangiumDocuments } from 'langium';
import { crash, type Cleanup } from '../../../language/src/analysis/crash/cleanup.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { checkDocumentInSteps, type DocumentOptions } from '../../../language/src/dsl/check-document.ts';
import { linkDocument } from '../../../language/src/dsl/names/link.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { emptyModel, emptySources } from '../../../language/src/model/model.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import type { Position, Span } from '../../../language/src/model/span.ts';
import { describeError } from './describe-error.ts';
import { errorMessage } from '../../../language/src/model/error-message.ts';
import { append } from '../../../language/src/model/append.ts';

/** A parsed file. */
export type ModelDocument = LangiumDocument<ast.Document>;

/** A model with what has been computed of it so far. */
export interface CheckedModel extends Loaded {
  /** The entities, all copies of one declaration, whose name is declared at a place. */
  readonly entitiesAt: (place: Span) => readonly EntityId[];
  /** What the crash of a PD or node does; computed once for each pair. */
  readonly crash: (entity: EntityId, policy: Policy) => Cleanup;
}

export interface ModelCache {
  /** Resolves all names of a document, unless that is done. */
  readonly link: (document: ModelDocument) => void;
  /** Returns the model of a document; what is left to do for it is done at once. */
  readonly of: (document: ModelDocument) => CheckedModel;
  /** Makes the model of a document a piece after the other, for `of` to return. */
  readonly make: (document: ModelDocument) => Generator<undefined, undefined>;
  /** Does something for which `of` throws `Unmade` where a model takes a while, so that whoever waits can be cancelled. */
  readonly impatiently: <T>(work: () => T) => T;
  /** Takes note that a document could not even be parsed, through a fault of Aftermath. */
  readonly fail: (document: ModelDocument, error: unknown) => void;
  /** Drops what was computed, because something that the document imports has changed. */
  readonly forget: (document: ModelDocument) => void;
}

/** Says that a model is to be made first. */
export class Unmade extends Error {
  readonly document: ModelDocument;
  constructor(document: ModelDocument) {
    super('The model is not made yet.');
    this.document = document;
  }
}

/** Milliseconds that somebody who wants no waiting is kept for a model. */
const patience = 15;

/** What the cache needs to work. */
export interface ModelCacheParts {
  readonly documents: LangiumDocuments;
  readonly unlink: (document: LangiumDocument) => void;
  /** Writes to the log what went wrong inside. */
  readonly log: (message: string) => void;
  /** How a linked document is lowered and checked; a test may give another. */
  readonly check?: (
    document: ModelDocument,
    documents: LangiumDocuments,
    options: DocumentOptions,
  ) => Generator<undefined, Loaded>;
  /** What is looked for in a document. */
  readonly options?: (uri: string) => DocumentOptions;
}

/** Makes an empty cache. */
export function createModelCache({
  documents,
  unlink,
  log,
  options = () => ({}),
  check = checkDocumentInSteps,
}: ModelCacheParts): ModelCache {
  const linked = new WeakSet<ModelDocument>();
  const models = new WeakMap<ModelDocument, CheckedModel>();
  /** What is not made to its end. */
  const begun = new WeakMap<ModelDocument, Generator<undefined, Loaded>>();
  let isImpatient = false;

  const failures = new WeakMap<ModelDocument, unknown>();

  const link = (document: ModelDocument): void => {
    if (linked.has(document)) return;
    linkDocument(document);
    linked.add(document);
  };

  function* load(document: ModelDocument): Generator<undefined, Loaded> {
    try {
      if (failures.has(document)) throw failures.get(document);
      link(document);
      yield;
      return yield* check(document, documents, options(document.uri.toString()));
    } catch (error) {
      log(`Checking ${document.uri.toString()} failed: ${describeError(error)}`);
      const findings = [failedCheck(document.uri.toString(), error)];
      return { model: emptyModel, sources: emptySources, findings, errors: findings };
    }
  }

  /** Goes on with the model of a document, whoever began it, until it is made or the time is up. */
  const goOn = (document: ModelDocument, end: number): CheckedModel | undefined => {
    const made = models.get(document);
    if (made !== undefined) return made;
    const steps = begun.get(document) ?? load(document);
    begun.set(document, steps);
    do {
      const next = steps.next();
      if (next.done !== true) continue;
      begun.delete(document);
      const model = withIndex(next.value);
      models.set(document, model);
      return model;
    } while (performance.now() < end);
    return undefined;
  };

  return {
    link,
    of: (document) => {
      const model = goOn(document, isImpatient ? performance.now() + patience : Infinity);
      if (model === undefined) throw new Unmade(document);
      return model;
    },
    *make(document) {
      while (goOn(document, 0) === undefined) yield;
      return undefined;
    },
    impatiently: (work) => {
      const before = isImpatient;
      isImpatient = true;
      try {
        return work();
      } finally {
        isImpatient = before;
      }
    },
    fail: (document, error) => {
      failures.set(document, error);
    },
    forget: (document) => {
      unlink(document);
      linked.delete(document);
      models.delete(document);
      begun.delete(document);
    },
  };
}

function withIndex(loaded: Loaded): CheckedModel {
  let places: ReadonlyMap<string, readonly EntityId[]> | undefined;
  const crashes = new Map<string, Cleanup>();
  return {
    ...loaded,
    entitiesAt: ({ uri, start }) => {
      places ??= entitiesByPlace(loaded);
      return places.get(placeKey(uri, start)) ?? [];
    },
    crash: (entity, policy) => {
      const key = `${String(entity)} ${policy.name}`;
      let result = crashes.get(key);
      if (result === undefined) crashes.set(key, (result = crash(loaded.model, entity, policy)));
      return result;
    },
  };
}

function entitiesByPlace({ model, sources }: Loaded): ReadonlyMap<string, readonly EntityId[]> {
  const places = new Map<string, EntityId[]>();
  for (const { id } of model.entities) {
    const span = sources.entities[id];
    if (span === undefined) continue;
    const key = placeKey(span.uri, span.start);
    append(places, key, id);
  }
  return places;
}

const placeKey = (uri: string, { line, character }: Position): string => `${uri}#${String(line)}:${String(character)}`;

/** The finding that shows a fault of Aftermath itself where its user looks. */
function failedCheck(uri: string, error: unknown): Finding {
  const reason = errorMessage(error);
  const start = { line: 0, character: 0 };
  return {
    code: 'internal/check-failed',
    severity: 'error',
    message: `This file could not be checked through a fault of Aftermath: ${reason} Please report it; other files are not touched by it.`,
    span: { uri, start, end: start },
    related: [],
  };
}
