import type { Blockchain } from '@kassa/contract';
import type { EvmTransaction } from './evm-transaction.ts';

/*
 * The port to the holder of a wallet's key. A signer answers with a signed transaction, which is
 * checked before anything is done with it: it must be exactly what was asked for.
 */

/** What is to be signed. */
export type SignRequest = {
  withdrawalId: string;
  blockchain: Blockchain;
  /** The wallet's address, whose key signs. */
  from: string;
} & ({ kind: 'evm'; transaction: EvmTransaction } | { kind: 'psbt'; psbt: Uint8Array });

export type SignAnswer =
  /** The transaction in hex, ready to be sent. */
  | { kind: 'signed'; raw: string }
  /** Certainly nothing was signed. */
  | { kind: 'refused'; detail: string }
  /** Nobody knows whether something was signed. */
  | { kind: 'unanswered'; detail: string };

export interface Signer {
  sign: (request: SignRequest) => Promise<SignAnswer>;
}
