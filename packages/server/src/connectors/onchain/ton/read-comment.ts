import { CellReader } from './cell-reader.ts';
import type { Cell } from './parse-boc.ts';

/** Longer ones are no comment of ours. */
const longestCommentBytes = 1000;

/**
 * Returns the text comment of a message: 32 zero bits, then UTF-8 that goes on in the first
 * reference of each cell (docs.ton.org, "Messages: comment"). Null if it has none, or an encrypted
 * one (0x2167da4b).
 */
export function readComment(reader: CellReader): string | null {
  try {
    if (reader.bitsLeft < 32 || reader.readUint(32) !== 0n) return null;
    return readText(reader);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readText(first: CellReader): string | null {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let reader: CellReader | null = first; reader; reader = follow(reader.nextRef())) {
    const part = reader.readBytes();
    length += part.length;
    if (length > longestCommentBytes) return null;
    parts.push(part);
  }
  return toStorableText(Buffer.concat(parts).toString('utf8'));
}

function follow(cell: Cell | null): CellReader | null {
  return cell && new CellReader(cell);
}

/** A comment is anybody's text: the database takes no zero characters and no halves of pairs. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
