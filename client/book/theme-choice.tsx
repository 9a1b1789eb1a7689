/** The choice of a theme. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { chosenTheme, chooseTheme, themes, type Theme } from './theme.ts';

/** A list of the themes; the chosen one is shown at once. */
export function ThemeChoice(): JSX.Element {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <select
      class="theme"
      aria-label="Theme"
      value={theme}
      onChange={(event) => {
        const chosen = themes.find((each) => each === event.currentTarget.value) ?? 'system';
        setTheme(chosen);
        chooseTheme(chosen);
      }}
    >
      <option value="system">System theme</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
