/**
 * The input of the tools of assistants, checked against the schema of its tool.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { AssistantTool, ToolInput, ValueSchema } from '../assistant-tools.ts';

/** Returns the input of a tool, checked against its schema, or one sentence about what to change. */
export function checkInput({ name, inputSchema }: AssistantTool, given: unknown): Answer<ToolInput> {
  const { properties, required } = inputSchema;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { refusal: `${name} takes an object with ${Object.keys(properties).join(', ')}.` };
  for (const field of required)
    if (!Object.hasOwn(given, field))
      return { refusal: `${name} needs "${field}": ${properties[field]?.description ?? ''}` };
  for (const [field, value] of Object.entries(given)) {
    const rule = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (rule === undefined)
      return { refusal: `${name} does not take "${field}"; it takes ${Object.keys(properties).join(', ')}.` };
    const fault = faultOf(value, rule);
    if (fault !== undefined) return { refusal: `"${field}" of ${name} ${fault}` };
  }
  return { value: given as ToolInput };
}

function faultOf(
  value: unknown,
  { type, minimum, maximum, minItems = 0, enum: words }: ValueSchema,
): string | undefined {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is true or false.';
    case 'integer': {
      const isFit =
        Number.isSafeInteger(value) &&
        Number(value) >= (minimum ?? -Infinity) &&
        Number(value) <= (maximum ?? Infinity);
      const most = maximum === undefined ? '' : ` up to ${String(maximum)}`;
      return isFit ? undefined : `is a whole number from ${String(minimum ?? 0)}${most}.`;
    }
    case 'array': {
      const isFit = Array.isArray(value) && value.length >= minItems && value.every(isShortText);
      return isFit ? undefined : `is a list of ${minItems > 0 ? 'at least one text' : 'texts'}.`;
    }
    case 'string':
      if (!isShortText(value)) return `is a text of up to ${String(longest)} characters.`;
      return words === undefined || words.includes(value) ? undefined : `is one of ${words.join(', ')}.`;
  }
}

/** The most characters of a text in the input of a tool. */
const longest = 4096;
const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest && !value.includes('\0');
