/**
 * The option `--until`: an expression of the language in the scope of a file. It is parsed as the last step of an
 * additional scenario appended to the file's text; the model that is run is that of the file alone.
 */
import { createLoader } from '../../../../language/src/dsl/load.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Option, CommandSurroundings } from '../input/command.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { inOneLine, pathOf, uriOf } from '../../questions/files/places.ts';
import { readOther } from '../../questions/files/read-text.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';

/** The option `--until`. */
export const untilOption: Option = {
  value: 'EXPR',
  summary: 'end a run when this expression becomes true',
};

/** The position of the expression in the parsed text. */
interface Position {
  readonly line: number;
  readonly character: number;
}

const title = 'until';

/**
 * Returns an expression in the scope of a file without errors, or a refusal that says what is wrong with it and where.
 */
export async function readUntil(
  text: string | undefined,
  { opened, name }: { readonly opened: OpenedModel; readonly name: string },
  surroundings: CommandSurroundings,
): Promise<Answer<Expression | undefined>> {
  if (text === undefined) return { value: undefined };
  const uri = uriOf(name, surroundings);
  const before = `${opened.textOf(uri) ?? ''}\nscenario "${title}" {\nexpect `;
  const loader = createLoader((wanted) => {
    // On a line of its own, because the expression may end with a comment.
    if (wanted === uri) return Promise.resolve(`${before}${text}\n}\n`);
    return readOther(pathOf(wanted), surroundings);
  });
  const { model, findings } = await loader.load(uri);
  const start = endOf(before);
  const error = findings.find(({ severity }) => severity === 'error');
  if (error !== undefined) return { refusal: errorText(text, error, start) };
  const condition =
    model.scenarios.length === opened.model.scenarios.length + 1 ? conditionIn(model.scenarios.at(-1)) : undefined;
  if (condition !== undefined) return { value: condition };
  return {
    refusal: `"--until" takes one expression that is true or false; "${inOneLine(text)}" is not one.`,
  };
}

function conditionIn(scenario: Scenario | undefined): Expression | undefined {
  const [step, ...more] = scenario?.steps ?? [];
  if (step?.kind !== 'expect' || more.length > 0) return undefined;
  const { expectation } = step;
  if (expectation.kind === 'holds') return expectation.condition;
  if (expectation.kind !== 'each') return undefined;
  const [first, ...others] = expectation.conditions;
  return others.reduce<Expression | undefined>(
    (left, right) => (left === undefined ? right : { kind: 'binary', operator: 'and', left, right }),
    first,
  );
}

function endOf(text: string): Position {
  const lines = text.split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** Returns an error as text. An error after the expression, where something is missing, is reported at its end. */
function errorText(text: string, { message, span }: Finding, start: Position): string {
  const lines = text.split(/\r\n|\n|\r/);
  const line = Math.min(Math.max(0, span.start.line - start.line), lines.length - 1);
  const isAtEnd = span.start.line - start.line >= lines.length;
  const end = lines[line]?.length ?? 0;
  const column = isAtEnd ? end : Math.max(0, span.start.character - (line === 0 ? start.character : 0));
  // It is read as a condition of a scenario.
  const said = message.replace(/^The condition of "expect" must/u, 'It must');
  const place = lines.length === 1 ? '' : `line ${String(line + 1)}, `;
  const shown = `  ${inOneLine(itemAt(lines, line))}\n  ${' '.repeat(Math.min(column, end))}^`;
  return `In the expression after "--until", ${place}column ${String(Math.min(column, end) + 1)}: ${inOneLine(said)}\n${shown}`;
}
