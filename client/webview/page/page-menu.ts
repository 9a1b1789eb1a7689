/**
 * What VS Code is told of a part of a page, so that the menu over it is its own: which entries there are, and what
 * the page would say to the extension for each. Without an entry of its own a part has the menu of what it is in.
 */

/** What the commands of other views know an entity by. */
export interface NamedPart {
  readonly aftermathName?: string | undefined;
  readonly aftermathKind?: string | undefined;
}

/** What the page says when an entry is chosen. */
export interface PageMenu<Message> extends NamedPart {
  /** *Open Source*. */
  readonly aftermathSource?: Message | undefined;
  /** *Toggle Breakpoint*. */
  readonly aftermathBreakpoint?: Message | undefined;
  /** *Hide Lane*. */
  readonly aftermathHide?: Message | undefined;
  /** A machine with the entity that runs it, for *Show Machine…*. */
  readonly machine?: string | undefined;
  readonly entity?: string | undefined;
}

/** Returns the attribute `data-vscode-context` of a part. */
export const menuOf = <Message>(menu: PageMenu<Message>): string =>
  JSON.stringify({ ...menu, preventDefaultContextMenuItems: true });

/** Returns the attribute of a whole page: its parts are about this model. */
export const menuOfModel = (uri: string): string => JSON.stringify({ uri });
