import { blockchains } from '@kassa/contract';
import { base64, hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import {
  ChainError,
  type SweepInput,
  type SweepPlan,
  type SweepRefusal,
} from '../../chain-rail.ts';
import type { UtxoScript } from '../derive/extended-key.ts';
import { deriveLock, type UtxoLock } from '../derive/utxo-address.ts';
import { type ChainNetwork, type UtxoChain, utxoNetworks } from '../derive/utxo-networks.ts';
import { decodeUtxoAddress } from '../derive/utxo-script.ts';
import { estimateSize, largestSize } from './transaction-size.ts';

/** Less than this is dust: nodes pass no such output on. From each chain's own node. */
export const leastOutputs: Readonly<Record<UtxoChain, bigint>> = {
  BITCOIN: 546n,
  DOGECOIN: 1_000_000n,
  LITECOIN: 5_460n,
};

export interface UtxoWallet {
  blockchain: UtxoChain;
  network: ChainNetwork;
  account: HDKey;
  script: UtxoScript;
  /**
   * Loads a transaction in hex. Signing `p2pkh` needs the one before, since its signature doesn't
   * cover the amount.
   * @throws {@link ChainError}
   */
  rawTransaction: (txid: string) => Promise<string>;
}

/**
 * Plans one transaction that spends all inputs to one address, with one fee. It is unsigned
 * (BIP-174), and names the path `m/0/<index>` of each key, below the account's key.
 * @throws {@link ChainError} if the node can't give a transaction that is needed
 */
export async function planUtxoSweep(
  wallet: UtxoWallet,
  inputs: readonly SweepInput[],
  { destination, feeRate }: { destination: string; feeRate: number },
): Promise<SweepPlan> {
  const { blockchain, network, account, script } = wallet;
  const refuse = (detail: string): SweepRefusal => ({ kind: 'refused', field: null, detail });
  const target = decodeUtxoAddress(destination, utxoNetworks[blockchain][network]);
  if (target === null) {
    const { name } = blockchains[blockchain];
    const detail = `must be an address of ${name}, of the network "${network}"`;
    return { kind: 'refused', field: 'destination', detail };
  }
  if (inputs.length === 0) return { kind: 'none', detail: 'there is nothing to collect' };
  if (!Number.isFinite(feeRate) || feeRate <= 0) return refuse('the fee rate must be above zero');
  const size = estimateSize(script, inputs.length, target);
  if (size > largestSize) return refuse('these are too many for one transaction: collect fewer');
  const fee = BigInt(Math.ceil(size * feeRate));
  const total = inputs.reduce((sum, { units }) => sum + units, 0n);
  const least = leastOutputs[blockchain];
  if (total - fee < least) {
    return refuse(`after the fee of ${fee} less than ${least} of ${total} would be left: dust`);
  }
  const transaction = new Transaction();
  for (const input of inputs) {
    const lock = deriveLock(account, input.index, {
      script,
      network: utxoNetworks[blockchain][network],
    });
    if (lock.address !== input.address) {
      return refuse(`the address ${input.address} comes from another key`);
    }
    if (input.output === null) return refuse(`of ${input.address} no output is known`);
    transaction.addInput({
      txid: input.output.txid,
      index: input.output.vout,
      // BIP-125: its fee can be raised.
      sequence: 0xfffffffd,
      ...describeLock(account, input.index, lock),
      ...(await describeOutput(wallet, input, lock)),
    });
  }
  transaction.addOutput({ script: target, amount: total - fee });
  const psbt = base64.encode(transaction.toPSBT(0));
  return { kind: 'psbt', psbt, inputs: inputs.length, fee, total };
}

/**
 * What a signer needs to know of the key. The account's key counts as the root, as its own parents
 * aren't known here.
 */
function describeLock(
  account: HDKey,
  index: number,
  { publicKey, redeemScript, internalKey }: UtxoLock,
) {
  const der = { fingerprint: account.fingerprint, path: [0, index] };
  if (internalKey !== undefined) {
    const derivation: [Uint8Array, { hashes: Uint8Array[]; der: typeof der }] = [
      internalKey,
      { hashes: [], der },
    ];
    return { tapInternalKey: internalKey, tapBip32Derivation: [derivation] };
  }
  const derivation: [Uint8Array, typeof der] = [publicKey, der];
  return { bip32Derivation: [derivation], ...(redeemScript !== undefined && { redeemScript }) };
}

/** The output that is spent: as such, or within its whole transaction. */
async function describeOutput(
  { script, rawTransaction }: UtxoWallet,
  { output, units }: SweepInput,
  lock: UtxoLock,
) {
  if (script !== 'p2pkh' || output === null) {
    return { witnessUtxo: { script: lock.script, amount: units } };
  }
  const previous = await rawTransaction(output.txid);
  const spent = readOutput(previous, output);
  if (spent?.amount !== units || hex.encode(spent.script) !== hex.encode(lock.script)) {
    throw new ChainError('malformed', `the transaction ${output.txid} has another output`);
  }
  return { nonWitnessUtxo: previous };
}

/** Null if it is another transaction, or has no such output. */
function readOutput(raw: string, { txid, vout }: { txid: string; vout: number }) {
  try {
    const transaction = Transaction.fromRaw(hex.decode(raw), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    });
    if (transaction.id !== txid) return null;
    const { amount, script } = transaction.getOutput(vout);
    return amount === undefined || script === undefined ? null : { amount, script };
  } catch {
    return null;
  }
}
