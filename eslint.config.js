/**
 * The rules of the sources. Every rule that needs types is bound to files that a compiler project holds;
 * client/scripts/lint.mjs names each kind of source, so that none is left out unnoticed.
 */
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What the style asks for and a rule can hold. */
const style = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  { selector: 'TSEnumDeclaration', message: 'Write a union of literals instead of an enum.' },
  { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'A file is the namespace.' },
  { selector: 'ExportAllDeclaration', message: 'Import from the file that declares a name, not from a barrel.' },
];

/** What makes a result depend on more than text, options and seed. */
const undetermined = [
  { object: 'Math', property: 'random', message: 'Draw from the seeded source.' },
  { object: 'Date', property: 'now', message: 'Take the time as an argument.' },
];

export default defineConfig(
  globalIgnores([
    'dist/',
    '.cache/',
    'language/src/dsl/generated/',
    'language/src/dsl/library/standard-library.ts',
    'server/src/library/generated/',
    'test/fixtures/',
    'test/e2e/tools/',
  ]),
  {
    files: ['**/*.{ts,tsx,mjs}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    // One program for all files: with one for each project, the types of what several use are found several times.
    languageOptions: {
      parserOptions: { project: 'client/scripts/lint.tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': ['error', ...style],
      'max-lines': ['error', { max: 300 }],
      'max-depth': ['error', 4],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-duplicate-imports': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Two of the dearest rules, with next to nothing to find: there are no enums here, and the few classes are errors and
      // parts of Langium.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['{language,server,client}/**/*.{ts,tsx,mjs}'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['language/src/**/*.ts'],
    rules: { 'no-restricted-properties': ['error', ...undetermined] },
  },
  {
    // A manifest or another program's answer is read as it is; what its fields are is said where it is read.
    files: ['**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // mocha's "it" and "describe" take functions that return nothing that anybody waits for.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['describe', 'it'], package: 'mocha' }] },
      ],
    },
  },
);
