/** Random changes of a text, like those of a user: most small, most of them errors. */
import fc from 'fast-check';

/** A change, with positions relative to the length of the text. */
export interface Edit {
  readonly from: number;
  readonly kind: 'insert' | 'delete' | 'move';
  readonly length: number;
  readonly snippet: string;
}

const snippets = [
  ...[' ', '\n', '\n\n', 'x', '{', '}', '"', "'", '/*', '*/', '// note\n', '/** Said. */\n', ';', '[', ')', '${', '§'],
  ...['pd p\n', 'absent\n', 'pd', ' holds ', 'a holds b\n', 'a\nholds\nb\n', ',\nb', 'destroyed', '\nafter holds a\n'],
  ...[
    'space s { resource r }\n',
    'machine M for pd {\n',
    'event E(x: int) ',
    'scenario "s" { crash a }',
    'log "a ${self}"',
    '\n<<<<<<< HEAD\npd mine\n=======\npd theirs {\n>>>>>>> other\n',
  ],
];

export const edit: fc.Arbitrary<Edit> = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('insert', 'insert', 'delete', 'move'),
  length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })),
  snippet: fc.constantFrom(...snippets),
});

/** Returns the text after a change. */
export function applyEdit(text: string, { from, kind, length, snippet }: Edit): string {
  const at = Math.floor(from * text.length);
  const rest = text.slice(at + length);
  switch (kind) {
    case 'insert':
      return text.slice(0, at) + snippet + text.slice(at);
    case 'delete':
      return text.slice(0, at) + rest;
    case 'move':
      return rest + text.slice(at, at + length) + text.slice(0, at);
  }
}
