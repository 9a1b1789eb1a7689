/**
 * A new user's first hour, imports, and help with the text.
 */
import { inOneWindow } from './walk.ts';
import { firstHourWalk } from './walks/first-hour.ts';
import { importsWalk } from './walks/imports.ts';
import { languageWalk } from './walks/language.ts';

inOneWindow('the beginning, imports and the language, in one window', [firstHourWalk, importsWalk, languageWalk]);
