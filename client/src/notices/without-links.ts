/**
 * Texts in places where VS Code makes a link of `[text](command:…)`, which runs the command when it is clicked. Names in
 * models, names of files and what other programs say may contain that.
 */

/** Returns a text in which VS Code finds no link; it looks the same. */
export const withoutLinks = (text: string): string => text.replaceAll('](', ']\u200B(');
