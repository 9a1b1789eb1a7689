/** Text in the diagrams of Mermaid, which has signs of its own, those of Markdown, icons (`fa:fa-x`) and formulas (`$$`). */

/** What means something in one of its diagrams: `_` at the edge of a word, `[[fork]]`, `end note`, `direction TB`. */
const signs = /[#;:"<>{}&\\%$*`]|\p{Cc}|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\[(?=\[)|(?<=\b(?:end|direction)) /giu;

/** Returns a text that Mermaid shows as it is: signs that would mean something else are given by their numbers. */
export const mermaidText = (text: string): string => text.replace(signs, (sign) => `#${String(sign.codePointAt(0))};`);
