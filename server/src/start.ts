/** The entry point of the language server, like that of `aftermath`. */
import './in-language.ts';
import { keepCompiled } from './keep-compiled.ts';

keepCompiled();
void import('./main.ts');
