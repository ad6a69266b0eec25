import { makeReference } from '../copy/make-reference.ts';

/**
 * Payment details that can't be decrypted, so that the player can't pay. The message is for logs.
 */
export class CardError extends Error {
  /** The reference for support. The host receives it; the server doesn't know it. */
  readonly reference = makeReference();

  constructor(cause: unknown) {
    super(`The card envelope can't be opened: ${cause instanceof Error ? cause.name : cause}`, {
      cause,
    });
    this.name = 'CardError';
  }
}
