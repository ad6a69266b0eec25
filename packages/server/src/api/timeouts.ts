/** How long the server waits for its clients, and how often it looks after their sockets. */
export interface Timeouts {
  /** Within this time a request must have come in whole. */
  requestMs: number;
  /** The same of its headers. */
  headersMs: number;
  /** How often slow connections are looked for: one may last that much longer. */
  slowCheckMs: number;
  /** Who opens a socket and doesn't sign in within this time is cut off. */
  signInMs: number;
  /** The pause between two looks at what sockets were not told. */
  lookAgainMs: number;
}

/** That of production; tests have less. */
export const defaultTimeouts: Timeouts = {
  requestMs: 15_000,
  headersMs: 10_000,
  slowCheckMs: 2_000,
  signInMs: 10_000,
  lookAgainMs: 1_000,
};
