import { makeReference } from '../copy/make-reference.ts';

/** Payment details that could not be opened: nobody may pay by them. Its message is for logs. */
export class CardError extends Error {
  /** What the player gives to support, and the host is told: the server has never heard of it. */
  readonly reference = makeReference();

  constructor(cause: unknown) {
    super(`The card envelope can't be opened: ${cause instanceof Error ? cause.name : cause}`, {
      cause,
    });
    this.name = 'CardError';
  }
}
