/** The entry point of the language server, like that of `aftermath`. */
import { keepCompiled } from './keep-compiled.ts';

keepCompiled();
void import('./main.ts');
