import type { Hex } from 'viem';
import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializedEIP1559,
} from 'viem';
import type { SignedTransaction } from '../../hot-wallet.ts';

/** A transaction of EIP-1559; amounts are in wei. */
export interface EvmTransaction {
  chainId: number;
  nonce: number;
  to: Hex;
  value: bigint;
  /** The call of a token's contract; `0x` for the chain's own coin. */
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** The bytes of a transaction without its signature, in hex: equal for equal transactions. */
function encodeUnsigned(transaction: EvmTransaction): Hex {
  return serializeTransaction({ type: 'eip1559', ...transaction });
}

/** Reads a signed transaction; null if it is none of EIP-1559. */
export function decodeSigned(raw: string): (EvmTransaction & { raw: Hex }) | null {
  try {
    const read = parseTransaction(raw as TransactionSerializedEIP1559);
    if (read.type !== 'eip1559' || read.to == null || read.r === undefined) return null;
    if ((read.accessList?.length ?? 0) > 0) return null;
    return {
      raw: raw as Hex,
      chainId: read.chainId,
      nonce: read.nonce ?? 0,
      to: read.to,
      value: read.value ?? 0n,
      data: read.data ?? '0x',
      gas: read.gas ?? 0n,
      maxFeePerGas: read.maxFeePerGas ?? 0n,
      maxPriorityFeePerGas: read.maxPriorityFeePerGas ?? 0n,
    };
  } catch {
    return null;
  }
}

/**
 * Checks that a signed transaction is exactly the one that was asked for, signed by the wallet; null
 * if it isn't.
 */
export async function checkSigned(
  raw: string,
  asked: EvmTransaction,
  from: string,
): Promise<SignedTransaction | null> {
  const signed = decodeSigned(raw);
  if (signed === null) return null;
  const { raw: serialized, ...transaction } = signed;
  if (encodeUnsigned(transaction) !== encodeUnsigned(asked)) return null;
  const sender = await recoverTransactionAddress({
    serializedTransaction: serialized as TransactionSerializedEIP1559,
  }).catch(() => null);
  if (sender?.toLowerCase() !== from.toLowerCase()) return null;
  return { txid: keccak256(serialized), raw: serialized, fee: asked.gas * asked.maxFeePerGas };
}
