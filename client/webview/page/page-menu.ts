/**
 * The context menus of page parts: tells VS Code which entries a part has, and which message the page would send for
 * each. A part without entries has the menu of the enclosing part.
 */

/** The fields by which commands of other views recognize an entity. */
export interface NamedPart {
  readonly aftermathName?: string | undefined;
  readonly aftermathKind?: string | undefined;
}

/** The messages for the entries of a menu. */
export interface PageMenu<Message> extends NamedPart {
  /** *Open Source*. */
  readonly aftermathSource?: Message | undefined;
  /** *Toggle Breakpoint*. */
  readonly aftermathBreakpoint?: Message | undefined;
  /** *Hide Lane*. */
  readonly aftermathHide?: Message | undefined;
  /** A machine and the entity that runs it, for *Show Machine…*. */
  readonly machine?: string | undefined;
  readonly entity?: string | undefined;
}

/** Returns the attribute `data-vscode-context` of a part. */
export const menuOf = <Message>(menu: PageMenu<Message>): string =>
  JSON.stringify({ ...menu, preventDefaultContextMenuItems: true });

/** Returns the attribute of a whole page, whose parts belong to this model. */
export const menuOfModel = (uri: string): string => JSON.stringify({ uri });
