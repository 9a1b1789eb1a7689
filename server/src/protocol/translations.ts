/**
 * How the client hands its translations to the server, before the server loads its own words.
 */

/** The environment variable that names the file of translations, as the editor reads it for the extension. */
export const translationsVariable = 'AFTERMATH_TRANSLATIONS';
