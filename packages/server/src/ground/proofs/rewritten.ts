/** Why a file is refused. */
export type ProofFault =
  /** It is no file of a known type, whatever its name says. */
  | 'type'
  /** It is of a known type, but can't be read to its end. */
  | 'damaged'
  /** It would take more memory or time than a proof may. */
  | 'tooComplex'
  /** A document that needs a password. */
  | 'encrypted'
  /** A document with scripts, forms that send, or files inside. */
  | 'active';

/** A rewritten file, or why there is none. */
export type Rewritten = { content: Buffer } | { fault: ProofFault };
