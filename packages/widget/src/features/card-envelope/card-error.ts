/**
 * Payment details that can't be decrypted, so that the player can't pay. The message is for logs.
 */
export class CardError extends Error {
  /** The deposit's, which support knows: each envelope of a deposit may be damaged in the same way. */
  readonly reference: string;

  constructor(cause: unknown, reference: string) {
    super(`The card envelope can't be opened: ${cause instanceof Error ? cause.name : cause}`, {
      cause,
    });
    this.name = 'CardError';
    this.reference = reference;
  }
}
