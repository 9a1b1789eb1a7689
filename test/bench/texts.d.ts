/** Models are bundled as texts. */
declare module '*.aft' {
  const text: string;
  export default text;
}
