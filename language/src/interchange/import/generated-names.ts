/**
 * Reads the names of a generated file again, without parsing it: an import needs them to keep its names, and to say what
 * is gone. Knows the form in which models are printed, one declaration a line, and no more of the language.
 */
import { type EntityKind, entityKinds } from '../../model/entity-kind.ts';

/** An entity of a generated file. */
export interface NamedEntity {
  readonly kind: EntityKind;
  /** The qualified name, as `Entity.name`. */
  readonly name: string;
  /** The name in its body. */
  readonly local: string;
  /** Its id in the system, if it has one. */
  readonly id: string | undefined;
  /** True if it is one of several copies. */
  readonly isCopy: boolean;
}

/** An entity whose body is being read. */
interface Open {
  readonly kind: EntityKind;
  readonly local: string;
  readonly copies: number | undefined;
  readonly inner: Open[];
  id: string | undefined;
}

const declaration = new RegExp(
  `^\\s*(?:(?:absent|protected|doomed|root) )*(${entityKinds.join('|')}) ('[^']*'|[^\\s'{:[]+)(?:\\[(\\d+)\\])?(?=\\s|$)`,
  'u',
);
const tokens = /\/\/.*|'[^']*'|(?<![\p{L}\d_-])id: ("(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"|[{}]/gu;

/** Returns the entities of a generated text in their order; of copies each one. Cost: O(length + entities). */
export function generatedNames(text: string): readonly NamedEntity[] {
  const top: Open[] = [];
  // A body that is no entity's, such as that of a policy, holds what is around it.
  const bodies: (Open | undefined)[] = [];
  let isComment = false;
  for (const line of text.split('\n')) {
    const trimmed = line.trimStart();
    if (isComment || trimmed.startsWith('/*')) {
      isComment = !line.includes('*/');
      continue;
    }
    const around = bodies.findLast((each) => each !== undefined);
    const [, kind, local = '', count] = declaration.exec(line) ?? [];
    const found = entityKinds.find((each) => each === kind);
    let declared: Open | undefined;
    if (found !== undefined) {
      declared = { kind: found, local, copies: count === undefined ? undefined : Number(count), inner: [], id: undefined }; // oxfmt-ignore
      (around?.inner ?? top).push(declared);
    }
    readBody(line, { declared, around, bodies });
  }
  return flattened(top);
}

interface Reading {
  readonly declared: Open | undefined;
  readonly around: Open | undefined;
  readonly bodies: (Open | undefined)[];
}

function readBody(line: string, { declared, around, bodies }: Reading): void {
  let waiting = declared;
  const owner = declared ?? around;
  for (const [token, id] of line.matchAll(tokens)) {
    if (token === '{') {
      bodies.push(waiting);
      waiting = undefined;
    } else if (token === '}') bodies.pop();
    else if (id !== undefined && owner !== undefined) owner.id ??= plainText(id);
  }
}

/** Returns the text that is written in quotes; undefined if it has parts that are computed. */
function plainText(quoted: string): string | undefined {
  if (/(?<!\\)\$\{/u.test(quoted)) return undefined;
  try {
    const value: unknown = JSON.parse(quoted.replaceAll('\\$', '$'));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns all entities, each before those in its body, and each copy with its own. */
function flattened(top: readonly Open[]): NamedEntity[] {
  const all: NamedEntity[] = [];
  const waiting = top.flatMap((entity) => copiesOf(entity, '', false)).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entity, local, name, isCopy } = next;
    all.push({ kind: entity.kind, name, local, id: entity.id, isCopy });
    waiting.push(...entity.inner.flatMap((inner) => copiesOf(inner, `${name}.`, isCopy)).reverse());
  }
  return all;
}

function copiesOf(entity: Open, around: string, isInCopy: boolean) {
  const { local, copies } = entity;
  if (copies === undefined) return [{ entity, local, name: `${around}${local}`, isCopy: isInCopy }];
  return Array.from({ length: copies }, (_, at) => {
    const numbered = `${local}[${String(at)}]`;
    return { entity, local: numbered, name: `${around}${numbered}`, isCopy: true };
  });
}
