/**
 * The variables of the default themes of VS Code that the page uses, by theme.
 */
import type { Page } from '../../e2e/playwright.ts';

const fonts = {
  '--vscode-font-family': 'system-ui, "DejaVu Sans", sans-serif',
  '--vscode-editor-font-family': 'monospace',
};

/** The attributes and variables that VS Code sets on the page of a webview. */
export interface Theme {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

export type ThemeName = 'dark' | 'light' | 'high contrast' | 'high contrast light';

const darkCharts = {
  '--vscode-charts-red': '#f14c4c',
  '--vscode-charts-blue': '#59a4f9',
  '--vscode-charts-yellow': '#cca700',
  '--vscode-charts-orange': '#d18616',
  '--vscode-charts-green': '#89d185',
  '--vscode-charts-purple': '#b180d7',
  '--vscode-terminal-ansiCyan': '#11a8cd',
};

const lightCharts = {
  '--vscode-charts-red': '#e51400',
  '--vscode-charts-blue': '#0063d3',
  '--vscode-charts-yellow': '#bf8803',
  '--vscode-charts-orange': '#d18616',
  '--vscode-charts-green': '#388a34',
  '--vscode-charts-purple': '#652d90',
  '--vscode-terminal-ansiCyan': '#0598bc',
};

/** By name. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: {
    bodyClass: 'vscode-dark',
    variables: {
      ...fonts,
      ...darkCharts,
      '--vscode-editor-background': '#1f1f1f',
      '--vscode-editor-foreground': '#cccccc',
      '--vscode-foreground': '#cccccc',
      '--vscode-descriptionForeground': '#9d9d9d',
      '--vscode-editorWidget-background': '#202020',
      '--vscode-panel-border': '#2b2b2b',
      '--vscode-focusBorder': '#0078d4',
      '--vscode-icon-foreground': '#cccccc',
      '--vscode-input-background': '#313131',
      '--vscode-input-border': '#3c3c3c',
      '--vscode-input-foreground': '#cccccc',
      '--vscode-input-placeholderForeground': '#989898',
      '--vscode-inputOption-activeBackground': '#2489db82',
      '--vscode-inputOption-activeBorder': '#2488db',
      '--vscode-toolbar-hoverBackground': '#5a5d5e50',
      '--vscode-textLink-foreground': '#4daafc',
      '--vscode-button-background': '#0078d4',
      '--vscode-button-foreground': '#ffffff',
      '--vscode-widget-shadow': '#0000005c',
      '--vscode-editorError-foreground': '#f14c4c',
      '--vscode-editorWarning-foreground': '#cca700',
      '--vscode-editorInfo-foreground': '#59a4f9',
      '--vscode-errorForeground': '#f85149',
    },
  },
  light: {
    bodyClass: 'vscode-light',
    variables: {
      ...fonts,
      ...lightCharts,
      '--vscode-editor-background': '#ffffff',
      '--vscode-editor-foreground': '#3b3b3b',
      '--vscode-foreground': '#3b3b3b',
      '--vscode-descriptionForeground': '#616161',
      '--vscode-editorWidget-background': '#f8f8f8',
      '--vscode-panel-border': '#e5e5e5',
      '--vscode-focusBorder': '#005fb8',
      '--vscode-icon-foreground': '#3b3b3b',
      '--vscode-input-background': '#ffffff',
      '--vscode-input-border': '#cecece',
      '--vscode-input-foreground': '#3b3b3b',
      '--vscode-input-placeholderForeground': '#767676',
      '--vscode-inputOption-activeBackground': '#bed6ed',
      '--vscode-inputOption-activeBorder': '#005fb8',
      '--vscode-toolbar-hoverBackground': '#b8b8b850',
      '--vscode-textLink-foreground': '#005fb8',
      '--vscode-button-background': '#005fb8',
      '--vscode-button-foreground': '#ffffff',
      '--vscode-widget-shadow': '#00000029',
      '--vscode-editorError-foreground': '#e51400',
      '--vscode-editorWarning-foreground': '#bf8803',
      '--vscode-editorInfo-foreground': '#0063d3',
      '--vscode-errorForeground': '#f85149',
    },
  },
  'high contrast': {
    bodyClass: 'vscode-high-contrast',
    variables: {
      ...fonts,
      ...darkCharts,
      '--vscode-editor-background': '#000000',
      '--vscode-editor-foreground': '#ffffff',
      '--vscode-foreground': '#ffffff',
      '--vscode-descriptionForeground': '#ffffffb3',
      '--vscode-editorWidget-background': '#0c141f',
      '--vscode-contrastBorder': '#6fc3df',
      '--vscode-contrastActiveBorder': '#f38518',
      '--vscode-focusBorder': '#f38518',
      '--vscode-icon-foreground': '#ffffff',
      '--vscode-input-background': '#000000',
      '--vscode-input-border': '#6fc3df',
      '--vscode-input-foreground': '#ffffff',
      '--vscode-input-placeholderForeground': '#ffffffb3',
      '--vscode-textLink-foreground': '#21a6ff',
      '--vscode-button-foreground': '#ffffff',
      '--vscode-button-border': '#6fc3df',
      '--vscode-editorError-foreground': '#f48771',
      '--vscode-editorWarning-foreground': '#ffd370',
      '--vscode-editorInfo-foreground': '#3794ff',
    },
  },
  'high contrast light': {
    bodyClass: 'vscode-high-contrast-light vscode-high-contrast',
    variables: {
      ...fonts,
      ...lightCharts,
      '--vscode-editor-background': '#ffffff',
      '--vscode-editor-foreground': '#292929',
      '--vscode-foreground': '#292929',
      '--vscode-descriptionForeground': '#292929b3',
      '--vscode-editorWidget-background': '#ffffff',
      '--vscode-contrastBorder': '#0f4a85',
      '--vscode-contrastActiveBorder': '#006bbd',
      '--vscode-focusBorder': '#006bbd',
      '--vscode-icon-foreground': '#292929',
      '--vscode-input-background': '#ffffff',
      '--vscode-input-border': '#0f4a85',
      '--vscode-input-foreground': '#292929',
      '--vscode-textLink-foreground': '#0f4a85',
      '--vscode-button-background': '#0f4a85',
      '--vscode-button-foreground': '#ffffff',
      '--vscode-editorError-foreground': '#b5200d',
      '--vscode-editorWarning-foreground': '#895503',
      '--vscode-editorInfo-foreground': '#1a85ff',
    },
  },
};

/** Changes the theme of a page as VS Code does. */
export const wear = (page: Page, { bodyClass, variables }: Theme): Promise<void> =>
  page.evaluate(
    ([className, values]) => {
      document.body.className = className;
      document.documentElement.removeAttribute('style');
      for (const [key, value] of Object.entries(values)) document.documentElement.style.setProperty(key, value);
    },
    [bodyClass, variables] as const,
  );
