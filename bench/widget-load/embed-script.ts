// What the embed's own build makes its script tag's file of.
export * from '@kassa/embed';
