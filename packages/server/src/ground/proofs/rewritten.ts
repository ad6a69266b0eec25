import { CallError } from '@kassa/contract';

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
export type Rewritten = { content: Buffer } | Refused;

export interface Refused {
  fault: ProofFault;
  /** Set where the reading had to be stopped, as it took too much time or memory. */
  isStopped?: true;
}

/** The file couldn't be looked at, through no fault of its own. */
export const unavailable = () =>
  new CallError('server.unavailable', "Files can't be read at present.");
