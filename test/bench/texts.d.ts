/** Models are bundled as texts. */
declare module '*.aft' {
  const text: string;
  // So the bundler hands them out.
  export default text;
}
