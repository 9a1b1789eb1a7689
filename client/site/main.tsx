/** Starts the playground. */
import { render } from 'preact';
import { startTheme } from '../book/theme.ts';
import { exampleText } from './examples.ts';
import { readLink } from './link.ts';
import { Playground } from './playground.tsx';
import type { PlaygroundProps } from './shown.ts';
import './playground.css';

/** The example of a playground that is opened without a link. */
const firstExample = 'shop';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the playground.');
startTheme();
render(<Playground {...await beginning()} />, root);

/** Returns what the address says; a message above the first example names what is wrong with it. */
async function beginning(): Promise<PlaygroundProps> {
  const link = await readLink(location.hash);
  const otherwise = { source: { kind: 'example', name: firstExample }, address: { view: 'overview' } } as const;
  const troubles = 'refusal' in link ? [link.refusal] : [];
  const { address, source = otherwise.source } = 'refusal' in link ? otherwise : link.value;
  if (source.kind === 'text') return { text: source.text, address, example: undefined, troubles };
  const text = await exampleText(source.name);
  if ('value' in text) return { text: text.value, address, example: { name: source.name, text: text.value }, troubles };
  return { text: '', address, example: undefined, troubles: [...troubles, text.refusal] };
}
