/**
 * The coverage of a run in the Testing view: what its scenarios and checks reached, by file. States, policies and
 * crashes are declarations to VS Code; transitions, faults and steps of the environment are statements, and a guard has
 * two branches.
 */
import * as vscode from 'vscode';
import type { CoveredPiece } from '../../../server/src/protocol/coverage-protocol.ts';

/** The coverage of one run. */
export interface RunCoverage {
  readonly add: (test: vscode.TestItem, pieces: readonly CoveredPiece[]) => void;
  /** Adds what was collected to the run. */
  readonly tell: (run: Pick<vscode.TestRun, 'addCoverage'>) => void;
}

/** The coverage of all runs, as far as VS Code still shows it. */
export interface ScenarioCoverage {
  readonly begin: () => RunCoverage;
  /** Returns the details of a file, of all tests or of one. */
  readonly detailsOf: (file: vscode.FileCoverage, test?: vscode.TestItem) => vscode.FileCoverageDetail[];
}

type ByTest = ReadonlyMap<vscode.TestItem, readonly CoveredPiece[]>;

/** Creates the store. `isShown` tells of which files the coverage is of interest. */
export function createScenarioCoverage(isShown: (uri: vscode.Uri) => boolean): ScenarioCoverage {
  const files = new WeakMap<vscode.FileCoverage, ByTest>();
  return {
    begin: () => {
      const found = new Map<string, Map<vscode.TestItem, readonly CoveredPiece[]>>();
      return {
        add: (test, pieces) => {
          for (const uri of new Set(pieces.map(({ span }) => span.uri))) {
            if (!isShown(vscode.Uri.parse(uri, true))) continue;
            const byTest = found.get(uri) ?? new Map<vscode.TestItem, readonly CoveredPiece[]>();
            found.set(
              uri,
              byTest.set(
                test,
                pieces.filter(({ span }) => span.uri === uri),
              ),
            );
          }
        },
        tell: (run) => {
          for (const [uri, byTest] of found) {
            const file = vscode.FileCoverage.fromDetails(vscode.Uri.parse(uri, true), detailsIn([...byTest.values()]));
            file.includesTests = [...byTest.keys()];
            files.set(file, byTest);
            run.addCoverage(file);
          }
        },
      };
    },
    detailsOf: (file, test) => {
      const byTest = files.get(file);
      return detailsIn(test === undefined ? [...(byTest?.values() ?? [])] : [byTest?.get(test) ?? []]);
    },
  };
}

const detailsIn = (tests: readonly (readonly CoveredPiece[])[]): vscode.FileCoverageDetail[] =>
  joined(tests.flat()).map(detailOf);

/** Returns each piece of text once, with what all tests together reached. */
function joined(pieces: readonly CoveredPiece[]): readonly CoveredPiece[] {
  const known = new Map<string, CoveredPiece>();
  for (const piece of pieces) {
    const { line, character } = piece.span.start;
    const key = `${piece.kind} ${String(line)} ${String(character)}`;
    const before = known.get(key);
    known.set(key, before === undefined ? piece : joinedWith(before, piece));
  }
  return [...known.values()];
}

function joinedWith(one: CoveredPiece, other: CoveredPiece): CoveredPiece {
  const reached = reachedInAll(one.reached, other.reached);
  const guards = [one.guard, other.guard].filter((each) => each !== undefined);
  if (guards.length === 0) return { ...one, reached };
  const held = guards.reduce((sum, each) => sum + each.held, 0);
  return { ...one, reached, guard: { held, failed: guards.reduce((sum, each) => sum + each.failed, 0) } };
}

/** Adds counts; what was reached without one counts only where no count says as much. */
function reachedInAll(one: number | boolean, other: number | boolean): number | boolean {
  const counted = Number(typeof one === 'number' && one) + Number(typeof other === 'number' && other);
  return counted > 0 ? counted : one === true || other === true || (one === false && other === false ? false : 0);
}

function detailOf({ kind, name, span: { start, end }, reached, guard }: CoveredPiece): vscode.FileCoverageDetail {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  if (kind === 'state') return new vscode.DeclarationCoverage(vscode.l10n.t('state {0}', name), reached, range);
  if (kind === 'policy') return new vscode.DeclarationCoverage(vscode.l10n.t('policy {0}', name), reached, range);
  if (kind === 'crash') return new vscode.DeclarationCoverage(vscode.l10n.t('crash of {0}', name), reached, range);
  return new vscode.StatementCoverage(reached, range, guard === undefined ? [] : branchesOf(guard, range));
}

const branchesOf = ({ held, failed }: NonNullable<CoveredPiece['guard']>, range: vscode.Range) => [
  new vscode.BranchCoverage(held, range, vscode.l10n.t('guard that holds')),
  new vscode.BranchCoverage(failed, range, vscode.l10n.t('guard that does not hold')),
];
