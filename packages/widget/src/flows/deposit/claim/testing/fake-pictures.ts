import { vi } from 'vitest';

/** What the faked browser makes of a picture. */
interface FakePicture {
  widthPx?: number;
  heightPx?: number;
  /** The browser can't decode it. */
  isBroken?: boolean;
  /** The size of the drawn JPEG in bytes. */
  drawnBytes?: number;
}

/**
 * Fakes pictures and the canvas: the tests' page has none of its own. Returns the sizes of the
 * canvases that were drawn, in px.
 */
export function fakePictures(picture: FakePicture = {}) {
  const { widthPx = 800, heightPx = 600, isBroken = false, drawnBytes = 1000 } = picture;
  const drawn: { widthPx: number; heightPx: number; type: string | undefined }[] = [];
  const { prototype } = HTMLImageElement;
  vi.spyOn(prototype, 'naturalWidth', 'get').mockReturnValue(widthPx);
  vi.spyOn(prototype, 'naturalHeight', 'get').mockReturnValue(heightPx);
  prototype.decode = isBroken
    ? () => Promise.reject(new DOMException('broken', 'EncodingError'))
    : () => Promise.resolve();
  const context = { fillRect: () => {}, drawImage: () => {} };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    handle,
    type,
  ) {
    drawn.push({ widthPx: this.width, heightPx: this.height, type });
    handle(new Blob([new Uint8Array(drawnBytes)], { type: type ?? '' }));
  });
  return drawn;
}

const signatures = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
  pdfBehindMark: [0xef, 0xbb, 0xbf, 0x25, 0x50, 0x44, 0x46, 0x2d],
  avif: [0, 0, 0, 0x10, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66],
  heic: [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63],
};

/** A file of a type by its content, and of a size in bytes. */
export function buildFile(
  kind: keyof typeof signatures,
  { name = `receipt.${kind}`, bytes = 64 }: { name?: string; bytes?: number } = {},
): File {
  const content = new Uint8Array(Math.max(bytes, 16));
  content.set(signatures[kind]);
  return new File([content], name);
}
