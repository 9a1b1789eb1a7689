/**
 * Builds models by typed functions and prints them, so that a program never invents syntax: what is printed parses, and
 * means what was said.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { EntityKind } from '../../../../language/src/model/entity-kind.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import { createFormatter } from '../../../../language/src/dsl/formatting/format-text.ts';
import { machineDeclaration, type MachineOf, typePiece, type ValueType } from './machines.ts';
import { body, joined, name, emptyPiece, exactNumber, type Piece, quoted, say, word } from './piece.ts';
import { type ClassOptions, createScope, type Entity, type EntityOptions, settingLines } from './scope.ts';
import { type StepPiece, stepsInBraces, upTo } from './steps.ts';
import { fieldsOf } from './untyped.ts';
import { duration, operand, type Term, type Value, written } from './terms.ts';

/** Something with a name that others refer to. */
export interface Named {
  readonly name: string;
}

/** The parts of a policy; those that are not said have their default. */
export type PolicyParts = Partial<Omit<Policy, 'name'>>;

/** A fault of a check. */
export interface FaultOf {
  readonly kind: 'crash' | 'halt' | 'pause' | 'lose' | 'duplicate' | 'reorder';
  /** The entities that it may strike; all if absent. */
  readonly of?: readonly Term[];
  readonly upTo?: number;
}

/** A check: its faults, its first steps, and the properties that every run has to have. */
export interface CheckOf {
  /** True if the check passes only when a property is broken. */
  readonly fails?: boolean;
  readonly faults?: readonly FaultOf[];
  readonly steps?: readonly StepPiece[];
  readonly may?: readonly { readonly step: StepPiece; readonly upTo?: number }[];
  readonly bounds?: readonly Value[];
  readonly never?: readonly Value[];
  readonly always?: readonly Value[];
  readonly eventually?: readonly Value[];
  readonly settings?: Readonly<Record<string, Value>>;
}

/** A model in the making. */
export interface ModelBuilder {
  /** Imports a file: its path, or that of a file of the standard library. */
  readonly import: (path: string) => void;
  readonly entity: (kind: EntityKind, entityName: string, options?: EntityOptions) => Entity;
  readonly pd: (entityName: string, options?: EntityOptions) => Entity;
  readonly node: (entityName: string, options?: EntityOptions) => Entity;
  readonly space: (entityName: string, options?: EntityOptions) => Entity;
  readonly object: (entityName: string, options?: EntityOptions) => Entity;
  readonly region: (entityName: string, options?: EntityOptions) => Entity;
  /** Declares a class; what is added to it, each of its instances has. */
  readonly class: (className: string, options?: ClassOptions) => Entity;
  readonly policy: (policyName: string, parts: PolicyParts) => Named;
  readonly event: (eventName: string, values?: Readonly<Record<string, ValueType>>) => Named;
  readonly machine: (machineName: string, machine: MachineOf) => Named;
  readonly scenario: (title: string, steps: readonly StepPiece[]) => void;
  readonly check: (title: string, check: CheckOf) => void;
  /** Prints the model, formatted; refuses if a name, number or text of it cannot be written in the language. */
  readonly print: () => Answer<string>;
}

/** Begins an empty model. */
export function buildModel(): ModelBuilder {
  const scope = createScope();
  const [first, last]: [Piece[], Piece[]] = [[], []];
  const declare =
    (kind: EntityKind) =>
    (entityName: string, options?: EntityOptions): Entity =>
      scope.declare(kind, entityName, options);
  return {
    import: (path) => void first.push(say`import ${quoted(path)}`),
    entity: scope.declare,
    ...{ pd: declare('pd'), node: declare('node'), space: declare('space') },
    ...{ object: declare('object'), region: declare('region') },
    class: scope.declareClass,
    policy: (policyName, parts) => {
      last.push(say`policy ${name(policyName)} ${body(policySettings(fieldsOf(parts)))}`);
      return { name: policyName };
    },
    event: (eventName, values = {}) => {
      const said = Object.entries({ ...values }).map(([key, type]) => say`${name(key)}: ${typePiece(type)}`);
      first.push(say`event ${name(eventName)}${said.length === 0 ? emptyPiece : say`(${joined(said, ', ')})`}`);
      return { name: eventName };
    },
    machine: (machineName, machine) => {
      first.push(machineDeclaration(machineName, { states: {}, ...fieldsOf(machine) }));
      return { name: machineName };
    },
    scenario: (title, steps) => void last.push(say`scenario ${quoted(title)} ${stepsInBraces(steps)}`),
    check: (title, check) => void last.push(checkPiece(title, fieldsOf(check))),
    print: () => {
      const { text, problem } = joined([...first, ...scope.pieces(), ...last], '\n\n');
      if (problem !== undefined) return { refusal: problem };
      return { value: text === '' ? '' : createFormatter()(`${text}\n`).text };
    },
  };
}

/** Settings whose value is a word, a truth value or a number of the language. */
function policySettings(parts: PolicyParts): Piece[] {
  return Object.entries(parts).flatMap(([key, value]: [string, string | number | boolean | undefined]) => {
    if (value === undefined) return [];
    if (key === 'deletionDelay' && typeof value === 'number') return [say`${name(key)}: ${written(duration(value))}`];
    const said =
      typeof value === 'number' ? exactNumber(value) : typeof value === 'boolean' ? word(String(value)) : undefined;
    return [say`${name(key)}: ${said ?? (key === 'rsiType' ? name(String(value)) : policyWord(String(value)))}`];
  });
}

/** The words of policies are the language's own. */
const policyWord = (text: string): Piece => (/^[a-z]+$/.test(text) ? word(text) : name(text));

function checkPiece(title: string, check: CheckOf): Piece {
  const { faults = [], steps = [], may = [], bounds = [], settings = {} } = check;
  const members = [
    ...settingLines(settings),
    ...steps.map(({ piece }) => piece),
    ...faults.map(({ kind, of, upTo: most }) => {
      const struck = of === undefined ? emptyPiece : say` of ${joined(of.map(operand), ', ')}`;
      return say`fault ${word(kind)}${struck}${upTo(most)}`;
    }),
    ...may.map((each) => say`may ${each.step.piece}${upTo(each.upTo)}`),
    ...bounds.map((each) => say`bound ${written(each)}`),
    ...(['never', 'always', 'eventually'] as const).flatMap((kind) =>
      (check[kind] ?? []).map((each) => say`${word(kind)} ${written(each)}`),
    ),
  ];
  return say`check ${quoted(title)}${check.fails === true ? word(' fails') : emptyPiece} ${body(members)}`;
}
