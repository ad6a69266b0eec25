// A file of its own, so that the bundler can leave the other calls out of the first chunk.
export { calls } from '@kassa/contract';
