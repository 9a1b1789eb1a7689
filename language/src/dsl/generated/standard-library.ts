/* Generated from language/std by client/scripts/standard-library.mjs. Do not edit. */
/* eslint-disable */
/** The files of the standard library by path. */
export const standardLibrary: ReadonlyMap<string, string> = new Map([

]);
