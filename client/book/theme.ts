/** The theme of a page: that of the system until the reader chooses another. */
/** The themes to choose from. */
export const themes = ['system', 'light', 'dark'] as const;
/** One of the themes. */
export type Theme = (typeof themes)[number];

const key = 'aftermath.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

/** Returns the chosen theme. A file may not be allowed to keep anything. */
export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return themes.find((each) => each === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme, and keeps it where that is allowed. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // The theme lasts as long as the page.
  }
  apply(theme);
}

/** Shows the chosen theme, and follows the system. */
export function startTheme(): void {
  let chosen = chosenTheme();
  apply(chosen);
  system.addEventListener('change', () => {
    chosen = chosenTheme();
    if (chosen === 'system') apply(chosen);
  });
}

function apply(theme: Theme): void {
  const isDark = theme === 'system' ? system.matches : theme === 'dark';
  document.body.className = isDark ? 'vscode-dark' : 'vscode-light';
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentDocument !== null) frame.contentDocument.body.className = document.body.className;
}
