/** The colours of names, by what the server says they are: its semantic tokens, drawn until it says something newer. */
import { type Extension, type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** New tokens of the whole text: five numbers each, as the protocol has them. */
export interface NameTokens {
  readonly data: readonly number[];
  readonly types: readonly string[];
}

const setTokens = StateEffect.define<NameTokens>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (drawn, { changes, effects, state }) => {
    const told = effects.find((effect) => effect.is(setTokens));
    return told === undefined ? drawn.map(changes) : decorate(told.value, state.doc);
  },
  provide: (drawn) => EditorView.decorations.from(drawn),
});

/** The extension that draws the colours; a theme defines them for the classes `name-…` of the types. */
export const nameColours: Extension = field;

/** Draws other tokens, which are of the text that the editor has. */
export function drawTokens(view: EditorView, tokens: NameTokens): void {
  view.dispatch({ effects: setTokens.of(tokens) });
}

/** Returns the marks of all tokens that lie within the text. */
function decorate({ data, types }: NameTokens, text: Text): DecorationSet {
  const marks: Range<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(at, at + 4);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const name = types[type];
    if (name === undefined || line >= text.lines) continue;
    const { from, to } = text.line(line + 1);
    const [start, end] = [from + character, from + character + length];
    if (start < end && end <= to) marks.push(Decoration.mark({ class: `name-${name}` }).range(start, end));
  }
  return Decoration.set(marks);
}
