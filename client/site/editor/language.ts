/**
 * The language as the editor knows it without the server: words, texts, numbers and comments for their colours, braces
 * for the indentation. The names are coloured by what the server says of them.
 */
import { StreamLanguage, type StringStream } from '@codemirror/language';
import { isPlainName } from '../../../language/src/model/language-names.ts';

interface LineState {
  /** Inside a comment of several lines. */
  isComment: boolean;
  /** The braces that are open. */
  depth: number;
}

const word = /^[\p{L}_][\p{L}\d_]*(?:-[\p{L}\d_]+)*/u;

/** The language of models. */
export const modelLanguage = StreamLanguage.define<LineState>({
  name: 'aftermath',
  startState: () => ({ isComment: false, depth: 0 }),
  token: (stream, state) => (state.isComment ? comment(stream, state) : token(stream, state)),
  indent: ({ depth }, after, { unit }) => unit * Math.max(0, depth - (after.startsWith('}') ? 1 : 0)),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['{', '(', '[', '"'] },
    indentOnInput: /^\s*\}$/u,
  },
});

function token(stream: StringStream, state: LineState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) {
    state.isComment = true;
    return comment(stream, state);
  }
  if (stream.match(/^"(?:\\.|[^"\\])*"?/u)) return 'string';
  if (stream.match(/^'[^']*'?/u)) return 'variableName';
  if (stream.match(/^\d[\d_.]*(?:[\p{L}%]+)?/u)) return 'number';
  const found = stream.match(word);
  if (found !== null && found !== true && found !== false)
    return isPlainName(found[0]) && !beginsClause(stream) ? 'variableName' : 'keyword';
  const sign = stream.next();
  if (sign === '{') state.depth += 1;
  else if (sign === '}') state.depth = Math.max(0, state.depth - 1);
  return sign !== undefined && /[-+*/%<>=!&|.]/u.test(sign) ? 'operator' : null;
}

/** True for a word that is a keyword only here: first in its line, with a name or a text after it. */
function beginsClause(stream: StringStream): boolean {
  const isFirst = stream.string.slice(0, stream.start).trim() === '';
  return isFirst && stream.match(/^[ \t]+[\p{L}"']/u, false) !== null;
}

function comment(stream: StringStream, state: LineState): string {
  if (stream.skipTo('*/')) {
    stream.match('*/');
    state.isComment = false;
  } else stream.skipToEnd();
  return 'comment';
}
