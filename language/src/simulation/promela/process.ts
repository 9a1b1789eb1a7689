/**
 * The process of an exported model, and the common end of all steps: a message arrives, and all machines go on until
 * nothing is left to do.
 */
import { noneBegins, writeBeginnings } from './beginnings.ts';
import { plain } from './comments.ts';
import { isReactive, writeCompletion } from './completion.ts';
import { outcomes, writeOffer } from './machines.ts';
import { showing } from './move-origin.ts';
import { deferrableOf, deferral, type ExportedMove } from './moves.ts';
import { block } from './terms/statements.ts';
import { all, bool, conditionOf } from './terms/terms.ts';
import { eventNumber, aliveCondition, scratch, type Writing } from './terms/writing.ts';

/** Writes the common end of all steps: a message arrives, and all machines go on until nothing is left to do. */
export function tailOf(writing: Writing): string[] {
  const { program } = writing;
  const [to, only, again, event] = ['to', 'only', 'again', 'event'].map((name) => scratch(writing, name));
  const arrivals = program.active.flatMap((entity) => {
    const events = [
      ...new Set(
        [...writing.arriving].flatMap((each) =>
          each.startsWith(`${entity} `) ? [each.slice(each.indexOf(' ') + 1)] : [],
        ),
      ),
    ];
    if (events.length === 0) return [];
    const offers = events.map(
      (each) => `:: ${event} == ${eventNumber(writing, each)} ->\n${block(writeOffer(writing, entity, each))}`,
    );
    const arrive = [
      `outcome = ${outcomes.dropped}`,
      `if\n${offers.join('\n')}\n:: else\nfi`,
      ...deferral(writing, entity),
      `${only} = ${entity}`,
    ];
    return [`:: ${to} == ${entity} && ${conditionOf(all(aliveCondition(writing, entity)))} ->\n${block(arrive)}`];
  });
  const reactive = program.active.filter((entity) => isReactive(writing, entity));
  const isFree = conditionOf(all(bool(`${only} < 0`), noneBegins(writing)));
  const passes = reactive.map(
    (entity) =>
      `if\n:: (${isFree}) || ${only} == ${entity} ->\n${block(writeCompletion(writing, entity, deferrableOf(writing, entity)))}\n:: else\nfi`,
  );
  const begins = writeBeginnings(writing);
  const settle =
    passes.length + begins.length === 0
      ? []
      : [
          `${again} = 1`,
          `do\n:: ${again} ->\n${block([`${again} = 0`, ...begins, ...passes, `if\n:: ${only} >= 0 -> ${only} = -1; ${again} = 1\n:: else\nfi`])}\n:: else -> break\nod`,
        ];
  const rest = [...writing.variables.values()]
    .filter(({ type }) => type === 'TIMER')
    .map(({ name }) => `REST(${name})`);
  return [...(arrivals.length === 0 ? [] : [`if\n${arrivals.join('\n')}\n:: else\nfi`]), ...settle, ...rest];
}

/** The most lines that SPIN takes as a sequence for one step; longer ones are atomic. */
const longestStep = 1500;

/** Returns the moves that are possible at all, each with the process whose turn it is; a move has its place as number. */
export const numbered = (
  environment: readonly ExportedMove[],
  owed: readonly ExportedMove[],
): readonly { readonly move: ExportedMove; readonly process: number }[] =>
  [
    ...environment.map((move) => ({ move, process: 0 })),
    ...owed.map((move, index) => ({ move, process: index + 1 })),
  ].filter(({ move: { guard } }) => guard.kind !== 'known' || guard.value === true);

interface Parts {
  readonly environment: readonly ExportedMove[];
  readonly owed: readonly ExportedMove[];
  readonly tail: readonly string[];
  /** The preludes of the beginnings, if not everything is there from the start. */
  readonly preludes: readonly (readonly string[])[];
  readonly isBounded: boolean;
}

/** Writes the process, once for each turn that is owed, and once for the environment. */
export function writeProcess(writing: Writing, { environment, owed, tail, preludes, isBounded }: Parts): string[] {
  const guards = [...(preludes.length > 0 ? ['BEGUN'] : []), ...(isBounded ? ['WITHIN'] : [])];
  const pick = scratch(writing, 'pick');
  const moves = numbered(environment, owed);
  const choices = moves.map(({ move: { guard, choice }, process: number }, index) => {
    const tests = [`_pid == ${number}`, ...guards, ...(guard.kind === 'known' ? [] : [conditionOf(guard)])];
    return `:: ${tests.join(' && ')} -> ${block([...choice, `${pick} = ${index + 1}`])}`;
  });
  const bodies = moves.map(({ move: { body, meaning } }, index) => {
    const number = index + 1;
    return `:: ${pick} == ${number} -> /* ${plain(meaning)} */\n${showing(block(body), number)}`;
  });
  const begins = preludes.map(
    (prelude) => `:: _pid == 0 && !BEGUN -> ${block([...prelude, 'begun = 1', `${pick} = 0`])}`,
  );
  const inside = [...resets(writing), `if\n${[...bodies, ':: else'].join('\n')}\nfi`, ...tail];
  const isOneStep = !writing.isChancy && block(inside).split('\n').length <= longestStep;
  const step = block(isOneStep ? inside : [...inside, ...resets(writing), ...afterwards(writing)]);
  return [
    ...[...writing.scratch].map((name) => `${isOneStep ? 'hidden ' : ''}int ${name} = ${restingAt(name)};`),
    `active [${owed.length + 1}] proctype turn()`,
    '{',
    'end: do',
    ':: atomic {',
    'if',
    ...begins,
    ...reads(writing, pick),
    ...choices,
    '#ifdef LASTING',
    `:: _pid == 0 && BEGUN -> ${pick} = 0 /* optional steps are not taken */`,
    '#endif',
    ...(choices.length + begins.length === 0 ? [`:: false -> ${pick} = 0`] : []),
    'fi;',
    ...(isOneStep ? ['d_step {', step, '}'] : [step]),
    '}',
    'od',
    '}',
  ];
}

/**
 * SPIN omits variables from its states that nothing reads: where only a claim reads one, that would make fewer states.
 */
function reads({ variables }: Writing, pick: string): string[] {
  const all = [...variables.values()].map(({ name, count }) => (count === undefined ? name : `${name}[0]`));
  return all.length === 0
    ? []
    : [`:: _pid > 254 && (${all.join(' + ')}) != 0 -> ${pick} = 0 /* never: all are read */`];
}

/** The scratch variables of a step are reset in each; what was chosen before it stays. */
const resets = ({ scratch: names }: Writing): string[] =>
  [...names].filter((name) => name !== 'pick' && name !== 'which').map((name) => `${name} = ${restingAt(name)}`);

const restingAt = (name: string): number => (name === 'to' || name === 'only' ? -1 : 0);

/** Keeps these the same between two steps where they are part of the states. */
const afterwards = ({ scratch: names }: Writing): string[] =>
  ['pick', 'which'].filter((name) => names.has(name)).map((name) => `${name} = 0`);
