/** The script of the site's pages: shows the theme before anything is drawn, and later the choice of one. */
import { render } from 'preact';
import { ThemeChoice } from '../book/theme-choice.tsx';
import { startTheme } from '../book/theme.ts';

startTheme();
document.addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('theme');
  if (place !== null) render(<ThemeChoice />, place);
});
