/** Timeouts for clients, and intervals of checks on their sockets, in ms. */
export interface Timeouts {
  /** Time for a whole request to arrive. */
  requestMs: number;
  /** The same for a request whose body may be larger; its sender was authenticated first. */
  uploadMs: number;
  /** The longest time without a byte of such a body. */
  uploadIdleMs: number;
  /** Time for a request's headers to arrive. */
  headersMs: number;
  /**
   * Time without progress for an answer that a player doesn't read; then it is given up. The
   * kernel's buffers hold the whole of every answer to players, so it can be short.
   */
  unreadMs: number;
  /** The same for operators, whose exports are larger and may be read page by page. */
  operatorUnreadMs: number;
  /** The interval of the checks for slow connections. A connection may last that much longer. */
  slowCheckMs: number;
  /** Time for a new socket to sign in; then it is closed. */
  signInMs: number;
  /** The pause between two queries for missed pushes, and for newly revoked tokens. */
  lookAgainMs: number;
}

/** The timeouts in production; tests use shorter ones. */
export const defaultTimeouts: Timeouts = {
  requestMs: 15_000,
  uploadMs: 120_000,
  uploadIdleMs: 10_000,
  headersMs: 10_000,
  unreadMs: 10_000,
  operatorUnreadMs: 300_000,
  slowCheckMs: 2_000,
  signInMs: 10_000,
  lookAgainMs: 1_000,
};
