import type { InvoiceSheet } from './describe-sheet.ts';
import { layOutSheet, marginPx, sheetWidthPx } from './lay-out-sheet.ts';
import { writePdf } from './write-pdf.ts';

/** Sharp on a phone, and when it is printed. */
const scale = 2;

/** Paper is white in any theme. */
const colours = {
  ground: '#fff',
  rule: '#d9dde4',
  text: '#11151c',
  muted: '#596273',
  warn: '#8a5a00',
};

export type SheetFormat = 'png' | 'pdf';

interface SheetFile {
  format: SheetFormat;
  /** Without its extension. */
  name: string;
  direction: 'ltr' | 'rtl';
}

/**
 * Draws an invoice as a picture, or as a document with this picture.
 * @throws Error where the browser gives no canvas, or refuses to read it
 */
export async function drawSheet(
  sheet: InvoiceSheet,
  { format, name, direction }: SheetFile,
): Promise<File> {
  const canvas = drawCanvas(sheet, direction);
  if (format === 'png') {
    return new File([await toBlob(canvas, 'image/png')], `${name}.png`, { type: 'image/png' });
  }
  const jpeg = await toBlob(canvas, 'image/jpeg');
  const picture = new Uint8Array(await jpeg.arrayBuffer());
  const pdf = writePdf(picture, { widthPx: canvas.width, heightPx: canvas.height });
  return new File([pdf], `${name}.pdf`, { type: 'application/pdf' });
}

function drawCanvas(sheet: InvoiceSheet, direction: SheetFile['direction']): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas.');
  const { lines, rulesPx, heightPx } = layOutSheet(sheet, (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  });
  // This clears the context: its settings follow.
  canvas.width = sheetWidthPx * scale;
  canvas.height = Math.ceil(heightPx * scale);
  context.scale(scale, scale);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, sheetWidthPx, heightPx);
  context.fillStyle = colours.rule;
  for (const yPx of rulesPx) context.fillRect(marginPx, yPx, sheetWidthPx - 2 * marginPx, 1);
  context.direction = direction;
  context.textAlign = 'start';
  context.textBaseline = 'middle';
  const startPx = direction === 'rtl' ? sheetWidthPx - marginPx : marginPx;
  for (const { text, font, tone, yPx } of lines) {
    context.font = font;
    context.fillStyle = colours[tone];
    context.fillText(text, startPx, yPx);
  }
  return canvas;
}

/** Picture files of a document are read without loss of the small letters. */
const quality = 0.92;

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const handle = (blob: Blob | null) =>
      blob === null ? reject(new Error('The canvas can’t be read.')) : resolve(blob);
    canvas.toBlob(handle, type, quality);
  });
}
