/** Style sheets are bundled into a file of their own; importing one yields nothing. */
declare module '*.css';
