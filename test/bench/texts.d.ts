/** Models are bundled as texts. */
declare module '*.aft' {
  const text: string;
  // So the bundler hands them out.
  // eslint-disable-next-line no-restricted-syntax
  export default text;
}
