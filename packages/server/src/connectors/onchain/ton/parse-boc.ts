/*
 * A reader of TON's cells, as they are serialized in messages: docs.ton.org "Bag of cells", and
 * `serialized_boc#b5ee9c72` of TON's boc.tlb.
 */

/** Bits, and references to other cells. */
export interface Cell {
  /** The bits, left-aligned; those after {@link bitLength} mean nothing. */
  bytes: Uint8Array;
  bitLength: number;
  refs: readonly Cell[];
  /** A proof or library instead of data. */
  isExotic: boolean;
}

const magic = 0xb5ee9c72;

/** Messages have far fewer (8192). */
const mostCells = 20_000;

/** Returns the first root of a bag of cells in base64; null if it is none. */
export function parseBoc(base64: string): Cell | null {
  try {
    return readRoot(Buffer.from(base64, 'base64'));
  } catch (error) {
    // Reading behind the end throws this.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface RawCell {
  bytes: Uint8Array;
  bitLength: number;
  isExotic: boolean;
  refs: number[];
}

function readRoot(bag: Buffer): Cell | null {
  if (bag.readUInt32BE(0) !== magic) return null;
  const flags = bag.readUInt8(4);
  const hasIndex = (flags & 0x80) !== 0;
  const refBytes = flags & 0x07;
  const offsetBytes = bag.readUInt8(5);
  const count = bag.readUIntBE(6, refBytes);
  const roots = bag.readUIntBE(6 + refBytes, refBytes);
  if (count > mostCells || roots < 1) return null;
  const afterHead = 6 + 3 * refBytes + offsetBytes;
  const root = bag.readUIntBE(afterHead, refBytes);
  const start = afterHead + roots * refBytes + (hasIndex ? count * offsetBytes : 0);
  const raw: RawCell[] = [];
  let offset = start;
  for (let place = 0; place < count; place++) {
    const cell = readCell(bag, offset, refBytes);
    if (!cell) return null;
    raw.push(cell.raw);
    offset = cell.end;
  }
  return link(raw)[root] ?? null;
}

function readCell(
  bag: Buffer,
  offset: number,
  refBytes: number,
): { raw: RawCell; end: number } | null {
  const [descriptor, size] = [bag.readUInt8(offset), bag.readUInt8(offset + 1)];
  const refCount = descriptor & 0x07;
  // 16: hashes are stored before the data, which messages don't have.
  if (refCount > 4 || (descriptor & 0x10) !== 0) return null;
  const data = offset + 2;
  const refsAt = data + Math.ceil(size / 2);
  const end = refsAt + refCount * refBytes;
  if (end > bag.length) return null;
  const bytes = bag.subarray(data, refsAt);
  const refs = Array.from({ length: refCount }, (_, place) =>
    bag.readUIntBE(refsAt + place * refBytes, refBytes),
  );
  const raw = {
    bytes,
    bitLength: bitLengthOf(bytes, size),
    isExotic: (descriptor & 8) !== 0,
    refs,
  };
  return { raw, end };
}

/** An odd size says that the last byte is filled up: with a one, and zeros. */
function bitLengthOf(bytes: Uint8Array, size: number): number {
  if (size % 2 === 0) return bytes.length * 8;
  const last = bytes.at(-1) ?? 0;
  const padding = last === 0 ? 8 : Math.log2(last & -last) + 1;
  return bytes.length * 8 - padding;
}

/** References lead to later cells only, so there are no circles. */
function link(raw: readonly RawCell[]): Cell[] {
  const cells: Cell[] = [];
  for (let place = raw.length - 1; place >= 0; place--) {
    const { refs, ...cell } = raw[place] as RawCell;
    cells[place] = {
      ...cell,
      refs: refs.map((ref) => {
        const linked = ref > place ? cells[ref] : undefined;
        if (!linked) throw new RangeError('A cell refers to an earlier one');
        return linked;
      }),
    };
  }
  return cells;
}
