// The source of the script tag's file, as in the embed's own build.
export * from '@kassa/embed';
