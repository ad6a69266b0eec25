import { ECDH } from 'node:crypto';
import { hex } from '@scure/base';
import { p2pkh, p2wpkh, RawTx, Script, SigHash, Transaction } from '@scure/btc-signer';
import { recoverPublicKey, sha256 } from 'viem/utils';
import type { SignedTransaction } from '../../hot-wallet.ts';

const tolerant = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
} as const;

/** Reads a PSBT; it isn't final. */
export function readPsbt(psbt: Uint8Array): Transaction {
  return Transaction.fromPSBT(psbt, tolerant);
}

/** Reads a signed transaction in hex; null if it is none. */
export function readRaw(raw: string): Transaction | null {
  try {
    return Transaction.fromRaw(hex.decode(raw), tolerant);
  } catch {
    return null;
  }
}

/**
 * Checks that a signed transaction is exactly the one that was asked for, and that the wallet's key
 * has signed each of its inputs; null if not.
 * @param lock - the script of the wallet's address
 */
export async function checkSignedPsbt(
  raw: string,
  psbt: Uint8Array,
  lock: Uint8Array,
): Promise<SignedTransaction | null> {
  const signed = readRaw(raw);
  const asked = readPsbt(psbt);
  if (signed === null || describe(signed) !== describe(asked)) return null;
  for (let index = 0; index < asked.inputsLength; index += 1) {
    if (!(await isSignedInput(signed, asked, index, lock))) return null;
  }
  return { txid: signed.id, raw: hex.encode(hex.decode(raw)), fee: asked.fee };
}

/** All that a transaction does, without its signatures. */
function describe(transaction: Transaction): string {
  const { version, lockTime, inputsLength, outputsLength } = transaction;
  const inputs = Array.from({ length: inputsLength }, (_, at) => {
    const { txid, index, sequence } = transaction.getInput(at);
    return `${txid && hex.encode(txid)}:${index}:${sequence}`;
  });
  const outputs = Array.from({ length: outputsLength }, (_, at) => {
    const { amount, script } = transaction.getOutput(at);
    return `${amount}:${script && hex.encode(script)}`;
  });
  return JSON.stringify([version, lockTime, inputs, outputs]);
}

async function isSignedInput(
  signed: Transaction,
  asked: Transaction,
  at: number,
  lock: Uint8Array,
): Promise<boolean> {
  const { finalScriptWitness, finalScriptSig } = signed.getInput(at);
  const parts = finalScriptWitness ?? readPushes(finalScriptSig);
  const [signature, publicKey] = parts;
  if (parts.length !== 2 || signature?.at(-1) !== SigHash.ALL || publicKey?.length !== 33) {
    return false;
  }
  const paysWitness = isSame(p2wpkh(publicKey).script, lock);
  if (paysWitness !== (finalScriptWitness !== undefined)) return false;
  if (!paysWitness && !isSame(p2pkh(publicKey).script, lock)) return false;
  const digest = paysWitness
    ? asked.preimageWitnessV0(at, p2pkh(publicKey).script, SigHash.ALL, amountOf(asked, at))
    : legacyDigest(asked, at, lock);
  return isSignature(signature.subarray(0, -1), digest, publicKey);
}

function readPushes(script: Uint8Array | undefined): Uint8Array[] {
  try {
    const parts = Script.decode(script ?? new Uint8Array());
    return parts.filter((part) => part instanceof Uint8Array);
  } catch {
    return [];
  }
}

/** What an input spends, as the PSBT says: the signature covers it. */
function amountOf(transaction: Transaction, at: number): bigint {
  return transaction.getInput(at).witnessUtxo?.amount ?? 0n;
}

/** The digest that a signature of the old form signs: each other input has no script. */
function legacyDigest(transaction: Transaction, at: number, lock: Uint8Array): Uint8Array {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, place) => {
    const {
      txid = new Uint8Array(32),
      index = 0,
      sequence = 0xffffffff,
    } = transaction.getInput(place);
    const finalScriptSig = place === at ? lock : new Uint8Array();
    return { txid, index, sequence, finalScriptSig };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, place) => {
    const { amount = 0n, script = new Uint8Array() } = transaction.getOutput(place);
    return { amount, script };
  });
  const { version, lockTime } = transaction;
  const bytes = RawTx.encode({ version, segwitFlag: false, inputs, outputs, lockTime });
  const kind = Uint8Array.from([SigHash.ALL, 0, 0, 0]);
  return sha256(sha256(Uint8Array.from([...bytes, ...kind]), 'bytes'), 'bytes');
}

async function isSignature(
  der: Uint8Array,
  digest: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  const numbers = readDer(der);
  if (numbers === null) return false;
  const wanted = `${ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')}`;
  for (const yParity of [0, 1]) {
    const found = await recoverPublicKey({
      hash: digest,
      signature: { ...numbers, yParity },
    }).catch(() => '');
    if (found === `0x${wanted}`) return true;
  }
  return false;
}

/** The two numbers of a signature (DER), as words of 32 bytes; null if it is none. */
function readDer(der: Uint8Array) {
  const match = /^30(?<length>[0-9a-f]{2})02(?<first>[0-9a-f]{2})(?<rest>(?:[0-9a-f]{2})+)$/.exec(
    hex.encode(der),
  )?.groups;
  if (match === undefined || Number(`0x${match.length}`) !== der.length - 2) return null;
  const { first = '', rest = '' } = match;
  const split = Number(`0x${first}`) * 2;
  const second = /^02(?<length>[0-9a-f]{2})(?<number>[0-9a-f]+)$/.exec(rest.slice(split))?.groups;
  if (second === undefined || Number(`0x${second.length}`) * 2 !== second.number?.length) {
    return null;
  }
  const words = [rest.slice(0, split), second.number].map(
    (number) => `0x${number.replace(/^(00)+/, '').padStart(64, '0')}` as const,
  );
  const [r, s] = words;
  return r === undefined || s === undefined || words.some(({ length }) => length !== 66)
    ? null
    : { r, s };
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(other);
