/**
 * The entry point of `aftermath`. The program itself is a separate file, so that Node can be told first to cache its
 * compiled code.
 */
import { keepCompiled } from '../keep-compiled.ts';

keepCompiled();
void import('./main.ts');
