/** Breaks a good text in many ways, the same ones each time, for tests that an importer copes with any input. */

/** Returns `count` texts that are cut off, have lines or characters swapped, repeated, removed or replaced. */
export function mutatedTexts(text: string, count = 200): readonly string[] {
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(1, limit);
  };
  const odd = ['\0', '\t', '"', "'", '{', '}', '<', '>', '&', '\\', '\r', '\u2028', '[', ':', '%', '$', '🂡', '\uFEFF'];
  const lines = text.split('\n');
  return Array.from({ length: count }, (_, index) => {
    const at = below(text.length);
    const line = below(lines.length);
    switch (index % 6) {
      case 0:
        return text.slice(0, at);
      case 1:
        return `${text.slice(0, at)}${odd[below(odd.length)] ?? ''}${text.slice(at)}`;
      case 2:
        return `${text.slice(0, at)}${text.slice(at + 1 + below(40))}`;
      case 3:
        return lines.toSpliced(line, 1).join('\n');
      case 4:
        return lines.toSpliced(line, 0, lines[below(lines.length)] ?? '').join('\n');
      default:
        return `${text.slice(0, at)}${text.slice(below(text.length), text.length)}`;
    }
  });
}
