/**
 * The only place where a linked tree becomes a model: once per version of a document and its imports, shared by all
 * features. Derived facts are computed on first use.
 */
import type { LangiumDocument, LangiumDocuments } from 'langium';
import { crash, type Cleanup } from '../../../language/src/analysis/crash/cleanup.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { checkDocumentInSteps, type DocumentOptions } from '../../../language/src/dsl/check-document.ts';
import { outdate } from '../../../language/src/dsl/names/declaration-state.ts';
import { linkInSteps } from '../../../language/src/dsl/names/link.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { emptyModel, emptySources } from '../../../language/src/model/model.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import type { Position, Span } from '../../../language/src/model/span.ts';
import { describeError } from './files/describe-error.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import { append } from '../../../language/src/model/common/append.ts';
import { t } from '../../../language/src/model/common/translation.ts';
import { oncePer } from '../../../language/src/model/common/once-per.ts';

/** A parsed file. */
export type ModelDocument = LangiumDocument<ast.Document>;

/** A model, and the facts computed from it so far. */
export interface CheckedModel extends Loaded {
  /** Returns the entities, all copies of one declaration, whose name is declared at a location. */
  readonly entitiesAt: (place: Span) => readonly EntityId[];
  /** Returns the effects of the crash of a PD or node; computed once for each pair. */
  readonly crash: (crashed: EntityId | readonly EntityId[], policy: Policy) => Cleanup;
}

/** The models of the known documents. */
export interface ModelCache {
  /** Resolves all names of a document, unless done already. */
  readonly link: (document: ModelDocument) => void;
  /** Returns the model of a document; does the remaining work at once. */
  readonly of: (document: ModelDocument) => CheckedModel;
  /** Makes the model of a document in steps, for `of` to return. */
  readonly make: (document: ModelDocument) => Generator<undefined, undefined>;
  /** Runs work in which `of` and `link` throw `Unmade` instead of taking long, so that the caller can be cancelled. */
  readonly withoutMaking: <T>(work: () => T) => T;
  /** Records that a document could not even be parsed, because of a bug in Aftermath. */
  readonly fail: (document: ModelDocument, error: unknown) => void;
  /** Drops the model of a document that nobody looks at, and what was kept for the next one; it can be made again. */
  readonly release: (document: ModelDocument) => void;
  /** Drops the results for a document, because one of its imports has changed. */
  readonly forget: (document: ModelDocument) => void;
}

/** Signals that a model must be made first, or only the names of a document resolved. */
export class Unmade extends Error {
  readonly document: ModelDocument;
  /** The steps that are missing. */
  readonly steps: Generator<undefined, undefined>;
  constructor(document: ModelDocument, steps: Generator<undefined, undefined>) {
    super(`The model is not made yet.`);
    this.document = document;
    this.steps = steps;
  }
}

/** Milliseconds that impatient work may wait for a model. */
const patience = 15;

/** The parts that the cache needs. */
export interface ModelCacheParts {
  readonly documents: LangiumDocuments;
  readonly unlink: (document: LangiumDocument) => void;
  /** Writes internal errors to the log. */
  readonly log: (message: string) => void;
  /** Lowers and checks a linked document; a test may replace it. */
  readonly check?: (
    document: ModelDocument,
    documents: LangiumDocuments,
    options: DocumentOptions,
  ) => Generator<undefined, Loaded>;
  /** Returns the options for checking a document. */
  readonly options?: (uri: string) => DocumentOptions;
}

/** Creates an empty cache. */
export function createModelCache({
  documents,
  unlink,
  log,
  options = () => ({}),
  check = checkDocumentInSteps,
}: ModelCacheParts): ModelCache {
  const links = createLinks();
  const models = new WeakMap<ModelDocument, CheckedModel>();
  /** Models under way. */
  const begun = new WeakMap<ModelDocument, Generator<undefined, Loaded>>();
  let mustNotMake = false;
  const failures = new WeakMap<ModelDocument, unknown>();

  const link = (document: ModelDocument): void => {
    if (links.areKnown(document)) return;
    const end = mustNotMake ? performance.now() + patience : Infinity;
    const steps = links.resolve(document);
    while (steps.next().done !== true) if (performance.now() >= end) throw new Unmade(document, steps);
  };

  function* load(document: ModelDocument): Generator<undefined, Loaded> {
    try {
      if (failures.has(document)) throw failures.get(document);
      yield* links.resolve(document);
      yield;
      return yield* check(document, documents, options(document.uri.toString()));
    } catch (error) {
      log(`Checking ${document.uri.toString()} failed: ${describeError(error)}`);
      return nothing([failedCheck(document.uri.toString(), error)]);
    }
  }

  /** Continues the model of a document, whoever began it, until it is made or time is up. */
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

  function* make(document: ModelDocument): Generator<undefined, undefined> {
    while (goOn(document, 0) === undefined) yield;
    return undefined;
  }

  return {
    link,
    of: (document) => {
      const model = goOn(document, mustNotMake ? performance.now() + patience : Infinity);
      if (model === undefined) throw new Unmade(document, make(document));
      return model;
    },
    make,
    withoutMaking: (work) => {
      const before = mustNotMake;
      mustNotMake = true;
      try {
        return work();
      } finally {
        mustNotMake = before;
      }
    },
    fail: (document, error) => {
      failures.set(document, error);
    },
    release: (document) => {
      models.delete(document);
      document.parseResult.value.declarations.forEach(outdate);
    },
    forget: (document) => {
      unlink(document);
      links.forget(document);
      models.delete(document);
      begun.delete(document);
    },
  };
}

/** Knows the documents whose names are resolved. */
function createLinks() {
  const known = new WeakSet<ModelDocument>();
  /** Those forgotten while their names are resolved have to be resolved again. */
  const begun = new WeakMap<ModelDocument, object>();
  return {
    areKnown: (document: ModelDocument): boolean => known.has(document),
    *resolve(document: ModelDocument): Generator<undefined, undefined> {
      if (known.has(document)) return undefined;
      const self = {};
      begun.set(document, self);
      yield* linkInSteps(document);
      if (begun.get(document) === self) known.add(document);
      return undefined;
    },
    forget: (document: ModelDocument): void => {
      known.delete(document);
      begun.delete(document);
    },
  };
}

/** Returns a loaded model with the facts that are computed on first use. */
export function withIndex(loaded: Loaded): CheckedModel {
  const crashes = new Map<string, Cleanup>();
  return {
    ...loaded,
    entitiesAt: ({ uri, start }) => entitiesByPlace(loaded.sources.entities).get(uri)?.get(placeKey(start)) ?? [],
    crash: (entity, policy) => {
      const key = `${String(entity)} ${policy.name}`;
      let result = crashes.get(key);
      if (result === undefined) crashes.set(key, (result = crash(loaded.model, entity, policy)));
      return result;
    },
  };
}

/** Returns the entities by file, and by the key of the place in it. An edit that moves none of them keeps their list. */
const entitiesByPlace = oncePer((spans: readonly Span[]) => {
  const files = new Map<string, Map<number, EntityId[]>>();
  for (const [id, span] of spans.entries()) {
    const places = files.get(span.uri) ?? new Map<number, EntityId[]>();
    files.set(span.uri, places);
    append(places, placeKey(span.start), id);
  }
  return files;
});

/** A number costs far less than a text; no line is as long. */
const placeKey = ({ line, character }: Position): number => line * 2 ** 24 + character;

/** Returns the model of a document that could not be checked. */
const nothing = (findings: readonly Finding[]): Loaded => ({
  ...{ model: emptyModel, sources: emptySources, files: [], imports: [] },
  ...{ findings, errors: findings },
});

/** Returns the finding that shows a bug in Aftermath where its user looks. */
function failedCheck(uri: string, error: unknown): Finding {
  const reason = errorMessage(error);
  const start = { line: 0, character: 0 };
  return {
    code: 'internal/check-failed',
    severity: 'error',
    message: t`This file could not be checked because of a bug in Aftermath: ${reason} Please report it; other files are not affected.`,
    span: { uri, start, end: start },
    related: [],
  };
}
