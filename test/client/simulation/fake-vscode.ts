/**
 * As much of VS Code as the Testing view of the extension needs: texts that are open, and a controller with its items,
 * profiles and runs, which keep what they are told.
 */
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';

const nothing = { dispose: () => undefined };
const event = () => nothing;

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

export class Location {
  readonly uri: URI;
  readonly range: Range;
  constructor(uri: URI, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

export class TestTag {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class TestMessage {
  location: Location | undefined;
  contextValue: string | undefined;
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
  static diff(message: string): TestMessage {
    return new TestMessage(message);
  }
}

export class TestMessageStackFrame {
  readonly label: string;
  constructor(label: string) {
    this.label = label;
  }
}

export class TestRunRequest {
  readonly include: readonly vscode.TestItem[] | undefined;
  readonly exclude: readonly vscode.TestItem[] | undefined;
  readonly profile: vscode.TestRunProfile | undefined;
  readonly continuous: boolean | undefined;
  constructor(
    include?: readonly vscode.TestItem[],
    exclude?: readonly vscode.TestItem[],
    profile?: vscode.TestRunProfile,
    continuous?: boolean,
  ) {
    this.include = include;
    this.exclude = exclude;
    this.profile = profile;
    this.continuous = continuous;
  }
}

export class DeclarationCoverage {
  readonly name: string;
  readonly executed: number | boolean;
  readonly location: Range;
  constructor(name: string, executed: number | boolean, location: Range) {
    this.name = name;
    this.executed = executed;
    this.location = location;
  }
}

export class StatementCoverage {
  readonly executed: number | boolean;
  readonly location: Range;
  readonly branches: readonly BranchCoverage[];
  constructor(executed: number | boolean, location: Range, branches: readonly BranchCoverage[] = []) {
    this.executed = executed;
    this.location = location;
    this.branches = branches;
  }
}

export class BranchCoverage {
  readonly executed: number | boolean;
  readonly location: Range;
  readonly label: string;
  constructor(executed: number | boolean, location: Range, label: string) {
    this.executed = executed;
    this.location = location;
    this.label = label;
  }
}

type Detail = DeclarationCoverage | StatementCoverage;

export class FileCoverage {
  includesTests: vscode.TestItem[] = [];
  readonly uri: URI;
  readonly statements: string;
  readonly declarations: string;
  constructor(uri: URI, statements: string, declarations: string) {
    this.uri = uri;
    this.statements = statements;
    this.declarations = declarations;
  }
  static fromDetails(uri: URI, details: readonly Detail[]): FileCoverage {
    const count = (of: readonly Detail[]): string =>
      `${String(of.filter(({ executed }) => Boolean(executed)).length)}/${String(of.length)}`;
    const isDeclaration = (each: Detail): boolean => each instanceof DeclarationCoverage;
    return new FileCoverage(
      uri,
      count(details.filter((each) => !isDeclaration(each))),
      count(details.filter(isDeclaration)),
    );
  }
}

export class EventEmitter {
  readonly event = event;
  readonly fire = (): void => undefined;
  readonly dispose = (): void => undefined;
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: event };
}

export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DiagnosticTag = { Unnecessary: 1 };
export const Uri = URI;

export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
};

/** The open texts; a test adds its own. */
export const documents: { readonly uri: URI; readonly languageId: string }[] = [];

export const workspace = {
  textDocuments: documents,
  workspaceFolders: [],
  openTextDocument: () => Promise.resolve(undefined),
  findFiles: () => Promise.resolve([]),
  getConfiguration: () => ({ get: (_: string, usual: unknown) => usual }),
  createFileSystemWatcher: () => ({ ...nothing, onDidCreate: event, onDidDelete: event }),
  onDidOpenTextDocument: event,
  onDidCloseTextDocument: event,
};

export const languages = {
  createDiagnosticCollection: () => ({ ...nothing, clear: () => undefined, set: () => undefined }),
};

export const commands = { executeCommand: () => Promise.resolve(undefined) };

/** A collection of items, as in VS Code an iterable of ids and items. */
class Items {
  readonly byId = new Map<string, vscode.TestItem>();
  get size(): number {
    return this.byId.size;
  }
  readonly get = (id: string) => this.byId.get(id);
  readonly add = (item: vscode.TestItem) => this.byId.set(item.id, item);
  readonly delete = (id: string) => this.byId.delete(id);
  readonly replace = (items: readonly vscode.TestItem[]): void => {
    this.byId.clear();
    for (const item of items) this.add(Object.assign(item, { parent: this }));
  };
  [Symbol.iterator]() {
    return this.byId.entries();
  }
}

/** What a run was told: the states of its items, its output, and its coverage. */
export interface ToldRun {
  readonly states: Map<string, string>;
  readonly messages: Map<string, readonly TestMessage[]>;
  readonly output: string[];
  readonly files: FileCoverage[];
}

/** The controllers, with their profiles and what their runs were told. */
export const controllers: {
  readonly id: string;
  readonly items: Items;
  readonly profiles: vscode.TestRunProfile[];
  readonly runs: ToldRun[];
}[] = [];

export const tests = {
  createTestController: (id: string) => {
    const made = { id, items: new Items(), profiles: [] as vscode.TestRunProfile[], runs: [] as ToldRun[] };
    controllers.push(made);
    return {
      ...made,
      ...nothing,
      createTestItem: (itemId: string, label: string, uri: URI) => ({ id: itemId, label, uri, children: new Items() }),
      createRunProfile: (label: string, kind: number, runHandler: unknown) => {
        const profile = { label, kind, runHandler } as unknown as vscode.TestRunProfile;
        made.profiles.push(profile);
        return profile;
      },
      createTestRun: () => {
        const told: ToldRun = { states: new Map(), messages: new Map(), output: [], files: [] };
        made.runs.push(told);
        const state =
          (word: string) =>
          (item: vscode.TestItem, messages: readonly TestMessage[] | number = []): void => {
            told.states.set(item.label, word);
            if (typeof messages !== 'number') told.messages.set(item.label, messages);
          };
        return {
          token: new CancellationTokenSource().token,
          ...{ enqueued: state('enqueued'), started: state('started'), skipped: state('skipped') },
          ...{ passed: state('passed'), failed: state('failed'), errored: state('errored') },
          appendOutput: (text: string) => told.output.push(text),
          addCoverage: (file: FileCoverage) => told.files.push(file),
          end: () => undefined,
        };
      },
    };
  },
};
