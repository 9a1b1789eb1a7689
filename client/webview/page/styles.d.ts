/** Style sheets are bundled into a file of their own; a module that imports one gets nothing from it. */
declare module '*.css';
