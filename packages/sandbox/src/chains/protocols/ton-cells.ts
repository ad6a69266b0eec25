/*
 * Cells of TON as messages carry them: up to 1023 bits and a reference to another cell, written as a
 * bag of cells (ton-org/docs, "Serialization"). Only what the simulated messages need.
 */

export interface TonCell {
  /** Zeros and ones. */
  bits: string;
  ref: TonCell | null;
}

export function writeUint(value: bigint | number, length: number): string {
  return BigInt(value).toString(2).padStart(length, '0');
}

/** An amount: the number of its bytes in 4 bits, and the bytes. */
export function writeCoins(units: bigint): string {
  if (units === 0n) return '0000';
  const bytes = Math.ceil(units.toString(16).length / 2);
  return writeUint(bytes, 4) + writeUint(units, bytes * 8);
}

/** @param raw - `0:` and 64 hex digits */
export function writeAddress(raw: string): string {
  const [workchain = '0', hash = ''] = raw.split(':');
  const number = BigInt.asUintN(8, BigInt(workchain));
  return `100${writeUint(number, 8)}${writeUint(BigInt(`0x${hash}`), 256)}`;
}

export const noAddress = '00';

/** A text comment: 32 zeros and the text. It fits into one cell up to 120 bytes. */
export function writeComment(text: string): TonCell {
  const bytes = [...Buffer.from(text)].map((byte) => writeUint(byte, 8));
  return { bits: '0'.repeat(32) + bytes.join(''), ref: null };
}

/** Writes a cell and those that it refers to, in base64. */
export function encodeCells(root: TonCell): string {
  const cells: TonCell[] = [];
  for (let cell: TonCell | null = root; cell !== null; cell = cell.ref) cells.push(cell);
  const contents = Buffer.concat(cells.map(encodeCell));
  // The first word, 1 byte per reference, 2 bytes per offset, the numbers of cells, roots and absent
  // cells, the length, and the number of the root.
  const header = Buffer.from([0xb5, 0xee, 0x9c, 0x72, 1, 2, cells.length, 1, 0, 0, 0, 0]);
  header.writeUInt16BE(contents.length, 9);
  return Buffer.concat([header, contents]).toString('base64');
}

/** Bits that don't fill a byte are ended by a one. */
function encodeCell({ bits, ref }: TonCell, index: number): Buffer {
  const isWhole = bits.length % 8 === 0;
  const padded = isWhole ? bits : `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const halves = Math.floor(bits.length / 8) + Math.ceil(bits.length / 8);
  return Buffer.from([
    ref === null ? 0 : 1,
    halves,
    ...bytes,
    ...(ref === null ? [] : [index + 1]),
  ]);
}
