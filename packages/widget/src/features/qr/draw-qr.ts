import { encode } from 'uqr';

/** A QR code as one path: `M0 0h7v1h-7z…` for each run of dark modules. */
export interface QrDrawing {
  path: string;
  /** The edge in modules. */
  size: number;
}

/** §9: level Q. A text that is too long for it takes a lower level. */
const levels = ['Q', 'M', 'L'] as const;

/**
 * Draws a text as a QR code without a margin (§9). Returns null where it is too long for any code.
 */
export function drawQr(text: string): QrDrawing | null {
  for (const ecc of levels) {
    try {
      const { data, size } = encode(text, { ecc, border: 0 });
      return { path: data.map(drawRow).join(''), size };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const start = x;
    while (row[x + 1] === true) x += 1;
    const length = x + 1 - start;
    path += `M${start} ${y}h${length}v1h-${length}z`;
  }
  return path;
}
