/**
 * All finding codes of every layer, each with its severity and title. `language/docs/findings` has one page for each; a
 * test keeps the two in step.
 */
import type { Severity } from './finding.ts';

/** The description of a finding code. */
export interface FindingDescription {
  /** Stable, `group/name`. */
  readonly code: string;
  /** The usual severity; the page of the code names the exceptions. */
  readonly severity: Severity;
  /** A clause that names the fault, for lists and page titles. */
  readonly title: string;
  /** True if what it marks could go without a difference: editors fade it. */
  readonly isUnneeded?: true;
}

/** One row per code, grouped by subject. */
export const findingCodes = [
  { code: 'syntax/token', severity: 'error', title: 'Text that means nothing' },
  { code: 'syntax/structure', severity: 'error', title: 'Text that does not follow the grammar' },

  { code: 'file/unreadable', severity: 'error', title: 'A file that cannot be read' },
  { code: 'file/unknown-import', severity: 'error', title: 'An import of a file that does not exist' },

  { code: 'project/json', severity: 'error', title: 'A project file that is not valid JSON' },
  { code: 'project/setting', severity: 'error', title: 'An invalid setting in a project file' },

  { code: 'name/unknown', severity: 'error', title: 'An unknown name' },
  { code: 'name/ambiguous', severity: 'error', title: 'A short name that could mean several entities' },
  { code: 'name/duplicate', severity: 'error', title: 'Two declarations of one name in one place' },
  { code: 'name/two-imports', severity: 'warning', title: 'A name that two imports declare' },

  { code: 'type/mismatch', severity: 'error', title: 'A value of the wrong type' },
  { code: 'type/range', severity: 'error', title: 'A value outside its range' },

  { code: 'action/unknown', severity: 'error', title: 'An action that the entity does not have' },

  { code: 'event/unknown', severity: 'error', title: 'An event that is not declared' },
  { code: 'event/arguments', severity: 'error', title: 'An event with too many or too few arguments' },
  { code: 'event/not-taken', severity: 'warning', title: 'An event sent to a machine that never takes it' },
  { code: 'event/not-delayed', severity: 'warning', title: 'A cancelled event that nothing delays' },
  { code: 'event/unhandled', severity: 'warning', title: 'An event that a state silently drops' },
  { code: 'event/unused', severity: 'information', title: 'An event that nothing names', isUnneeded: true },

  { code: 'state/unknown', severity: 'error', title: 'A state that the machine does not have' },
  { code: 'state/unreachable', severity: 'warning', title: 'A state that is never entered', isUnneeded: true },
  { code: 'state/no-way-out', severity: 'warning', title: 'A state that is never left and not final' },
  { code: 'state/final', severity: 'error', title: 'A final state in which something can still happen' },
  { code: 'state/parallel', severity: 'error', title: 'An initial or final state directly in a parallel one' },
  { code: 'state/history', severity: 'error', title: 'A history that begins outside its state' },

  { code: 'transition/never-taken', severity: 'warning', title: 'A transition that is never taken', isUnneeded: true },
  { code: 'transition/internal', severity: 'warning', title: 'An internal transition that leaves its state' },
  { code: 'timer/never-fires', severity: 'warning', title: 'A timer that never fires', isUnneeded: true },

  { code: 'variable/not-writable', severity: 'error', title: 'An assignment to something that cannot be assigned' },
  { code: 'variable/unused', severity: 'information', title: 'A variable that nothing reads', isUnneeded: true },
  { code: 'parameter/unused', severity: 'information', title: 'A parameter that nothing reads', isUnneeded: true },
  { code: 'let/cycle', severity: 'error', title: 'A value that is computed from itself' },

  { code: 'machine/unknown', severity: 'error', title: 'A machine that is not declared' },
  { code: 'machine/initial-state', severity: 'error', title: 'States without exactly one initial state' },
  { code: 'machine/wrong-kind', severity: 'error', title: 'An entity that cannot run the machine' },

  { code: 'class/unknown', severity: 'error', title: 'A class that is not declared' },
  { code: 'class/kind', severity: 'error', title: 'A class for another kind of entity, or for none' },
  { code: 'class/cycle', severity: 'error', title: 'A class that extends or contains itself' },

  { code: 'label/similar', severity: 'hint', title: 'A label that may mean another, or a class' },
  { code: 'role/without-effect', severity: 'warning', title: 'A role that changes nothing' },

  { code: 'policy/unknown', severity: 'error', title: 'A policy that is not declared' },

  { code: 'function/unknown', severity: 'error', title: 'A function that does not exist' },
  { code: 'function/arguments', severity: 'error', title: 'A function with too many or too few arguments' },

  { code: 'setting/unknown', severity: 'error', title: 'An unknown setting' },
  { code: 'setting/similar', severity: 'hint', title: 'A value of your own that reads like a setting' },
  { code: 'setting/duplicate', severity: 'error', title: 'A setting that is given twice' },
  { code: 'setting/type', severity: 'error', title: 'A setting with a value of the wrong type' },
  { code: 'setting/value', severity: 'error', title: 'A setting with an illegal value' },
  { code: 'setting/missing', severity: 'error', title: 'A parameter without a value' },
  { code: 'setting/requirement', severity: 'error', title: 'Settings that break a requirement of their machine' },

  { code: 'value/unknown', severity: 'error', title: 'A word that is not a legal value' },

  { code: 'quantity/unit', severity: 'error', title: 'A number with an unknown unit' },
  { code: 'quantity/inexact', severity: 'error', title: 'A number that cannot be exact' },

  { code: 'entity/nesting', severity: 'error', title: 'An entity nested where it does not belong' },

  { code: 'step/not-here', severity: 'error', title: 'A step in the wrong place' },
  { code: 'step/expectation', severity: 'error', title: 'A malformed expectation' },
  { code: 'step/time', severity: 'warning', title: 'A time written after its step' },

  { code: 'scenario/duplicate', severity: 'warning', title: 'Two scenarios, checks or views with one title' },
  { code: 'view/empty', severity: 'warning', title: 'A view that shows nothing' },

  { code: 'ignore/unused', severity: 'warning', title: 'A directive that silences nothing', isUnneeded: true },
  { code: 'ignore/no-reason', severity: 'warning', title: 'A directive without a reason' },
  { code: 'ignore/unknown-code', severity: 'warning', title: 'A directive for a code that does not exist' },

  { code: 'lock/unused', severity: 'warning', title: 'A lock that protects nothing' },
  { code: 'lock/no-reason', severity: 'warning', title: 'A lock without a reason' },

  { code: 'copies/count', severity: 'error', title: 'A copy count that is not a positive whole number' },
  { code: 'copies/index-needed', severity: 'error', title: 'Copies used without an index' },
  { code: 'copies/none', severity: 'error', title: 'An index on something without copies' },
  { code: 'copies/out-of-range', severity: 'error', title: 'A copy that does not exist' },
  { code: 'copies/no-index', severity: 'error', title: 'A copy index where nothing has copies' },
  { code: 'copies/too-many', severity: 'error', title: 'More copies than a model can have' },

  { code: 'internal/check-failed', severity: 'error', title: 'A rule of Aftermath itself failed' },

  { code: 'entity/doomed-absent', severity: 'warning', title: 'A doomed entity that does not exist' },

  { code: 'relation/wrong-kinds', severity: 'error', title: 'A relation between the wrong kinds of entities' },
  { code: 'relation/root-dies-with', severity: 'warning', title: 'A root PD that dies or stops with another' },

  { code: 'need/number', severity: 'error', title: 'A need with an impossible number' },

  { code: 'space/no-manager', severity: 'warning', title: 'A space that no PD manages' },
  { code: 'space/several-managers', severity: 'error', title: 'A space that several PDs manage' },
  { code: 'space/several-maps', severity: 'warning', title: 'A space that maps to several spaces' },

  { code: 'resource/no-space', severity: 'warning', title: 'A resource in no space' },
  { code: 'resource/wrong-type', severity: 'warning', title: 'A resource whose type differs from that of its space' },
  { code: 'resource/orphan', severity: 'warning', title: 'A resource that no PD holds' },
  { code: 'resource/not-held-by-server', severity: 'warning', title: 'A resource that its server does not hold' },

  { code: 'request/not-served', severity: 'warning', title: 'A request for a type that the PD does not serve' },

  { code: 'map/no-space-map', severity: 'warning', title: 'A resource map without a map between the spaces' },
  { code: 'map/physical-to-virtual', severity: 'warning', title: 'A physical space that maps to a virtual one' },

  { code: 'object/unreachable', severity: 'warning', title: 'An object that no root reaches' },
  { code: 'object/unreferred', severity: 'warning', title: 'An object on a node that nothing refers to' },
  {
    code: 'object/owner-namespace',
    severity: 'warning',
    title: 'An owner that does not count because of its namespace',
  },

  { code: 'collector/endless-check', severity: 'warning', title: 'A check that a collector keeps from ending' },
  { code: 'collector/many-keepalives', severity: 'warning', title: 'Keepalives that multiply along many paths' },
  { code: 'collector/short-lease', severity: 'warning', title: 'A lease that is too short for its collector' },

  { code: 'region/empty', severity: 'warning', title: 'A region without members' },
  { code: 'region/outside-feeder', severity: 'warning', title: 'A PD outside all regions that feeds a region' },
  { code: 'region/overlap', severity: 'warning', title: 'A PD in several regions' },
  { code: 'region/feedback-loop', severity: 'warning', title: 'A data-flow loop within a region' },
  { code: 'region/start-operator', severity: 'warning', title: 'An operator-driven region without a single start' },
  { code: 'region/no-trigger', severity: 'warning', title: 'An operator-driven region without a trigger operator' },
  { code: 'region/drain-timeout', severity: 'information', title: 'A drain that may take longer than the period' },
  { code: 'region/no-checkpoint', severity: 'warning', title: 'A region that never completes a checkpoint' },
  { code: 'region/no-recovery', severity: 'warning', title: 'A region that never recovers' },

  { code: 'cycle/import', severity: 'warning', title: 'Files that import each other in a cycle' },
  { code: 'cycle/ownership', severity: 'warning', title: 'Objects that own each other in a cycle' },
  { code: 'cycle/maps', severity: 'warning', title: 'Resources or spaces that map to each other in a cycle' },
  { code: 'cycle/destroyed-after', severity: 'warning', title: 'A cycle in the order of destruction' },
  { code: 'cycle/waits-for', severity: 'warning', title: 'Entities that wait for each other to end' },
  { code: 'cycle/requests', severity: 'warning', title: 'Servers that request from each other in a cycle' },

  { code: 'delete/deadlock', severity: 'warning', title: 'An operator that ends before what waits for it' },

  { code: 'order/left-out', severity: 'warning', title: 'An order of destruction that gives way' },

  {
    code: 'conflict/ownership-order',
    severity: 'warning',
    title: 'An order of destruction that contradicts ownership',
  },

  { code: 'check/broken', severity: 'error', title: 'A check that some run breaks' },
  { code: 'check/not-broken', severity: 'error', title: 'A check that should break and does not' },
  { code: 'check/not-all', severity: 'information', title: 'A check that was not explored completely' },
  { code: 'check/unreached', severity: 'hint', title: 'Something that no run of a check reaches', isUnneeded: true },
  { code: 'check/not-exported', severity: 'error', title: 'A construct that cannot be exported to Promela' },

  { code: 'run/expectation', severity: 'error', title: 'An expectation that a run does not meet' },
  { code: 'run/range', severity: 'error', title: 'A value that leaves its type in a run' },
  { code: 'run/number', severity: 'error', title: 'A number that cannot be computed' },
  { code: 'run/endless', severity: 'error', title: 'An instant that does not end' },
  { code: 'run/work', severity: 'error', title: 'A step of a run that takes too much work' },
  { code: 'run/value', severity: 'error', title: 'A value that is meaningless where a run uses it' },
  { code: 'run/requirement', severity: 'error', title: 'A requirement of a machine that a run breaks' },
  { code: 'run/destruction', severity: 'error', title: 'A teardown that does not settle' },
  { code: 'run/past', severity: 'error', title: 'A step at a time already past' },
  { code: 'run/report', severity: 'warning', title: 'Something the model itself reports' },
  { code: 'run/lost', severity: 'warning', title: 'A message to something that is not alive' },
  { code: 'run/freed', severity: 'warning', title: 'A box that is freed while still needed' },
  { code: 'run/refused', severity: 'warning', title: 'An action that changes nothing' },
  { code: 'run/shell', severity: 'warning', title: 'Something that has ended is used' },

  { code: 'import/ambiguous-manager', severity: 'warning', title: 'A space that several PDs could manage' },
  { code: 'import/being-deleted', severity: 'information', title: 'Objects that are being deleted' },
  { code: 'import/binary', severity: 'error', title: 'A file that is not text' },
  { code: 'import/broken-row', severity: 'warning', title: 'Rows that cannot be read' },
  { code: 'import/broken-text', severity: 'error', title: 'A file with broken syntax' },
  { code: 'import/broken-yaml', severity: 'error', title: 'YAML that cannot be read' },
  { code: 'import/conflicting-rows', severity: 'warning', title: 'Rows that give one id different meanings' },
  { code: 'import/cut-off', severity: 'error', title: 'A dump that ends in the middle of a row' },
  { code: 'import/empty', severity: 'error', title: 'An empty file' },
  { code: 'import/guessed-operator', severity: 'information', title: 'An operator known only by its name' },
  { code: 'import/incomplete-object', severity: 'warning', title: 'Entries without a kind or name' },
  { code: 'import/left-out', severity: 'warning', title: 'Statements that the model omits' },
  { code: 'import/missing-file', severity: 'warning', title: 'A file that is referred to and missing' },
  { code: 'import/missing-owner', severity: 'warning', title: 'Owners missing from the file' },
  { code: 'import/missing-row', severity: 'warning', title: 'Ids without a row of their own' },
  { code: 'import/no-objects', severity: 'error', title: 'A file without Kubernetes objects' },
  { code: 'import/no-rows', severity: 'error', title: 'A dump without rows' },
  { code: 'import/no-space', severity: 'warning', title: 'Resources in no space' },
  { code: 'import/not-a-dump', severity: 'error', title: 'A file that is not an OSmosis model state' },
  { code: 'import/odd-yaml', severity: 'warning', title: 'Unknown tags and directives' },
  { code: 'import/older-format', severity: 'error', title: 'A dump in the older CellulOS format' },
  { code: 'import/order-cycle', severity: 'warning', title: 'Orders that form a cycle' },
  { code: 'import/other-lines', severity: 'warning', title: 'Lines that are not part of the table' },
  { code: 'import/owner-namespace', severity: 'warning', title: 'An owner in another namespace' },
  { code: 'import/repeated-name', severity: 'warning', title: 'Names that are declared twice' },
  { code: 'import/repeated-object', severity: 'warning', title: 'Repeated objects' },
  { code: 'import/repeated-row', severity: 'information', title: 'Repeated rows' },
  { code: 'import/second-table', severity: 'warning', title: 'A second table in the same file' },
  { code: 'import/too-deep', severity: 'error', title: 'A file that nests too deeply' },
  { code: 'import/too-large', severity: 'error', title: 'A file that is too large to read' },
  { code: 'import/unfit-edge', severity: 'warning', title: 'Edges that the language cannot express' },
  { code: 'import/unknown-format', severity: 'error', title: 'A file in no known format' },
  { code: 'import/unreadable-extra', severity: 'information', title: 'A size that cannot be read' },
  { code: 'import/unreadable-field', severity: 'warning', title: 'Fields not in the form kubectl writes' },
  { code: 'import/wrong-format', severity: 'error', title: 'A file in another format' },
] as const satisfies readonly FindingDescription[];

/** A code in the table. */
export type FindingCode = (typeof findingCodes)[number]['code'];

/** Returns the row of a code. */
export function describeFinding(code: FindingCode): FindingDescription {
  const row = findingCodes.find((each) => each.code === code);
  if (row === undefined) throw new Error(`The finding code ${code} has no row in the table.`);
  return row;
}

/** Returns true if editors fade what a finding of a code marks. */
export const isUnneeded = (code: string): boolean =>
  (findingCodes as readonly FindingDescription[]).some((each) => each.code === code && each.isUnneeded === true);

/** Returns the file name of a code's page, relative to `language/docs/findings`. */
export function findingPage(code: string): string {
  return `${code.replace('/', '-')}.md`;
}
