/** What the language server begins with, as `aftermath` does. */
import { keepCompiled } from './keep-compiled.ts';

keepCompiled();
void import('./main.ts');
