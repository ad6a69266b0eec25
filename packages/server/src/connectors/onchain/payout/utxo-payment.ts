import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type {
  ChainPayoutOrder,
  FeeQuote,
  PayoutObstacle,
  PayoutQuote,
  Reservation,
  SignedTransaction,
  Taken,
  WalletOutput,
} from '../../hot-wallet.ts';
import type { UtxoScript } from '../derive/extended-key.ts';
import { estimateSize, largestSize, outputSize } from '../sweep/transaction-size.ts';
import { readRaw } from './signed-psbt.ts';

/** How a wallet of Bitcoin's kind pays. */
export interface UtxoPayer {
  /** The script of its address, to which the change goes. */
  lock: Uint8Array;
  script: Extract<UtxoScript, 'p2pkh' | 'p2wpkh'>;
  /** The most that a fee may be. */
  cap: bigint;
  /** Less than this is dust: nodes pass no such output on. */
  leastOutput: bigint;
}

/** A higher fee may be needed later: outputs for so many times the present one are taken. */
const reserveFactor = 3n;

/**
 * Chooses the outputs that a payout spends: the largest ones that no other payout has taken. They
 * leave room for a higher fee, if there are enough.
 */
export function chooseOutputs(
  payer: UtxoPayer,
  { coin, units }: ChainPayoutOrder,
  { outputs, price }: Pick<PayoutQuote, 'outputs' | 'price'>,
  { outputs: taken }: Pick<Taken, 'outputs'>,
): Reservation | PayoutObstacle {
  if (units < payer.leastOutput) {
    return { kind: 'refused', detail: `the chain passes on no payment below ${payer.leastOutput}` };
  }
  const free = outputs
    .filter(({ txid, vout }) => !taken.has(`${txid}:${vout}`))
    .sort((left, right) => compare(right.units, left.units));
  const inputs: WalletOutput[] = [];
  let sum = 0n;
  for (const output of free) {
    if (sum >= units + feeOf(payer, inputs.length, price.rate) * reserveFactor) break;
    if (sizeOf(payer, inputs.length + 1) > largestSize) break;
    inputs.push(output);
    sum += output.units;
  }
  const fee = feeOf(payer, inputs.length, price.rate);
  if (fee > payer.cap) return tooExpensive;
  return inputs.length === 0 || sum < units + fee
    ? { kind: 'waits', detail: `the hot wallet has too little ${coin.currency} in free outputs` }
    : { nonce: null, inputs };
}

const tooExpensive: PayoutObstacle = {
  kind: 'waits',
  detail: 'the fee of the network is above the cap',
};

const compare = (left: bigint, right: bigint) => (left < right ? -1 : left > right ? 1 : 0);

/** In virtual bytes, with the change. The recipient's script is taken for the longest one. */
function sizeOf({ script, lock }: UtxoPayer, inputs: number): number {
  const longestScript = new Uint8Array(42);
  return estimateSize(script, inputs, longestScript) + outputSize + lock.length;
}

function feeOf(payer: UtxoPayer, inputs: number, rate: bigint): bigint {
  return (BigInt(sizeOf(payer, inputs)) * rate + 999n) / 1000n;
}

/**
 * Returns the fee of a transaction. One that replaces another must pay a quarter more, and for its
 * own passing on (BIP-125).
 */
export function chooseFee(
  payer: UtxoPayer,
  { inputs }: Reservation,
  { rate, tip: least }: FeeQuote,
  earlier: readonly SignedTransaction[],
): bigint | PayoutObstacle {
  const wished = feeOf(payer, inputs.length, rate);
  const before = earlier.at(-1)?.fee;
  if (before === undefined) return wished > payer.cap ? tooExpensive : wished;
  const quarter = (before * 5n + 3n) / 4n;
  const passing = before + feeOf(payer, inputs.length, least);
  const most = [wished, quarter, passing].reduce((one, other) => (one > other ? one : other));
  const needed = quarter > passing ? quarter : passing;
  if (needed > payer.cap) return { kind: 'waits', detail: 'its fee has reached the cap' };
  return most > payer.cap ? payer.cap : most;
}

/** Makes the unsigned transaction (BIP-174); what is left goes back to the wallet. */
export async function makePsbt(
  payer: UtxoPayer,
  { units, target }: { units: bigint; target: Uint8Array },
  { inputs }: Reservation,
  fee: bigint,
  loadRaw: (txid: string) => Promise<string>,
): Promise<Uint8Array | PayoutObstacle> {
  const left = inputs.reduce((sum, input) => sum + input.units, 0n) - units - fee;
  if (left < 0n) return { kind: 'waits', detail: 'its outputs are too small for this fee' };
  const transaction = new Transaction();
  for (const input of inputs) {
    const spent = await describeSpent(payer, input, loadRaw);
    if ('kind' in spent) return spent;
    // BIP-125: its fee can be raised.
    transaction.addInput({ txid: input.txid, index: input.vout, sequence: 0xfffffffd, ...spent });
  }
  transaction.addOutput({ script: target, amount: units });
  if (left >= payer.leastOutput) transaction.addOutput({ script: payer.lock, amount: left });
  // What would be dust as change is paid to the miner, too.
  return transaction.fee > payer.cap ? tooExpensive : transaction.toPSBT(0);
}

/** What an input spends, as a PSBT has it. */
type SpentOutput =
  | { witnessUtxo: { script: Uint8Array; amount: bigint } }
  | { nonWitnessUtxo: Uint8Array };

/**
 * Describes what an input spends. A signature of the old form doesn't cover the amount: the signer
 * needs the whole transaction to see it, and what a node has told of it is compared. Else too low a
 * word of the node would become a fee of any size.
 */
async function describeSpent(
  { script, lock }: UtxoPayer,
  { txid, vout, units: amount }: WalletOutput,
  loadRaw: (txid: string) => Promise<string>,
): Promise<SpentOutput | PayoutObstacle> {
  if (script === 'p2wpkh') return { witnessUtxo: { script: lock, amount } };
  const raw = await loadRaw(txid);
  const spent = readRaw(raw);
  const output =
    spent?.id === txid && vout < spent.outputsLength ? spent.getOutput(vout) : undefined;
  if (output?.amount !== amount || !isEqual(output.script, lock)) {
    const detail = `a node: it lists another amount than the transaction ${txid} has`;
    return { kind: 'waits', detail };
  }
  return { nonWitnessUtxo: hex.decode(raw) };
}

const isEqual = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && hex.encode(one) === hex.encode(other);
