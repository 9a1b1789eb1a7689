/**
 * What `aftermath` begins with. The program itself lies beside it, so that Node can be told before to keep what it
 * compiles of it.
 */
import { keepCompiled } from '../keep-compiled.ts';

keepCompiled();
void import('./main.ts');
