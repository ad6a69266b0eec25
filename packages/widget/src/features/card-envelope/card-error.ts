/** Payment details that could not be opened: nobody may pay by them. Its message is for logs. */
export class CardError extends Error {
  constructor(cause: unknown) {
    super(`The card envelope can't be opened: ${cause instanceof Error ? cause.name : cause}`, {
      cause,
    });
    this.name = 'CardError';
  }
}
