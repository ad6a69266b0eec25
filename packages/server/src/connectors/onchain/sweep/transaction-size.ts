import type { UtxoScript } from '../derive/extended-key.ts';

/**
 * The most virtual bytes that an input with its signature takes, by how its output is locked: an
 * ECDSA signature of 72 bytes, of 64 for taproot.
 */
const inputSizes: Readonly<Record<UtxoScript, number>> = {
  p2pkh: 148,
  'p2sh-p2wpkh': 91,
  p2wpkh: 68,
  p2tr: 58,
};

/** Version, lock time, the counts of inputs and outputs, and the mark of witnesses. */
const frameSize = 12;
/** Counts above 252 take two bytes more. */
const longCountSize = 2;
/** The amount of an output and the length of its script. */
export const outputSize = 9;

/** The size of the signed transaction in virtual bytes; never too small, and hardly too large. */
export function estimateSize(script: UtxoScript, inputs: number, outputScript: Uint8Array): number {
  return frameSize + longCountSize + inputs * inputSizes[script] + outputSize + outputScript.length;
}

/** Nodes pass on no larger transaction: 400,000 units of weight. */
export const largestSize = 100_000;
