import type { Cell } from './parse-boc.ts';

/** Reads a cell from its beginning. Reading behind its end throws a RangeError. */
export class CellReader {
  readonly #cell: Cell;
  #bit = 0;
  #ref = 0;

  constructor(cell: Cell) {
    this.#cell = cell;
  }

  get bitsLeft(): number {
    return this.#cell.bitLength - this.#bit;
  }

  readUint(bits: number): bigint {
    if (bits > this.bitsLeft || this.#cell.isExotic) throw new RangeError('The cell has ended');
    let value = 0n;
    for (let count = 0; count < bits; count++, this.#bit++) {
      const byte = this.#cell.bytes[this.#bit >> 3] ?? 0;
      value = (value << 1n) | BigInt((byte >> (7 - (this.#bit & 7))) & 1);
    }
    return value;
  }

  /** `VarUInteger 16`: amounts of coins and tokens. */
  readAmount(): bigint {
    return this.readUint(8 * Number(this.readUint(4)));
  }

  /** `MsgAddress`, which is skipped: nothing, or an address with or without `anycast`. */
  skipAddress(): void {
    const kind = this.readUint(2);
    if (kind === 0n) return;
    if (kind !== 2n || this.readUint(1) !== 0n) throw new RangeError('This address is not read');
    this.readUint(8 + 256);
  }

  /** The rest of the bits, if they are whole bytes. */
  readBytes(): Uint8Array {
    if (this.bitsLeft % 8 !== 0) throw new RangeError('These are no whole bytes');
    return Uint8Array.from({ length: this.bitsLeft / 8 }, () => Number(this.readUint(8)));
  }

  /** The next reference; null if there is none left. */
  nextRef(): Cell | null {
    return this.#cell.refs[this.#ref++] ?? null;
  }
}
