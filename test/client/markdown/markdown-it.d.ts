/** The part of markdown-it that the tests use; it comes without types. */
declare module 'markdown-it' {
  type Rule = (
    tokens: readonly { readonly type: string; readonly info: string; readonly content: string }[],
    index: number,
    options: unknown,
    environment: unknown,
    self: { readonly renderAttrs: (token: object) => string },
  ) => string;

  class MarkdownIt {
    constructor(options?: { readonly html?: boolean });
    readonly renderer: { readonly rules: { fence?: Rule | undefined } };
    readonly utils: { readonly escapeHtml: (text: string) => string };
    render(text: string, environment?: object): string;
  }
  export = MarkdownIt;
}
