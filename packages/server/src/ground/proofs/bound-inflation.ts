import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';
import * as z from 'zod/mini';

/** What the filters' decoders inherit: they grow their buffer by it alone. */
const decoderSchema = z.object({
  ensureBuffer: z.custom<(this: { buffer: Uint8Array }, requested: number) => Uint8Array>(
    (value) => typeof value === 'function',
  ),
});

/**
 * Bounds what this process's documents inflate to, all streams together, and throws where one would
 * grow beyond. The buffers lie outside V8's heap, so no limit of the heap counts them.
 * `isMet` says whether the bound was met, since the library catches some errors.
 */
export function boundInflation(mostBytes: number): { isMet: () => boolean; release: () => void } {
  const { prototype, grow } = findDecoder();
  let bytes = 0;
  let isMet = false;
  prototype.ensureBuffer = function (requested) {
    const growth = requested - this.buffer.byteLength;
    if (growth <= 0) return grow.call(this, requested);
    isMet ||= bytes + growth > mostBytes;
    if (isMet) throw new RangeError(`The streams inflate to more than ${mostBytes} bytes`);
    const before = this.buffer.byteLength;
    const buffer = grow.call(this, requested);
    bytes += buffer.byteLength - before;
    return buffer;
  };
  return {
    isMet: () => isMet,
    release: () => {
      prototype.ensureBuffer = grow;
    },
  };
}

/** The library doesn't export the class, so it is found as the ancestor of a filter's decoder. */
function findDecoder() {
  const dictionary = PDFContext.create().obj({ Filter: 'ASCIIHexDecode' });
  const decoder = decodePDFRawStream(PDFRawStream.of(dictionary, new Uint8Array(0)));
  const prototype: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  decoderSchema.parse(prototype);
  const found = prototype as z.infer<typeof decoderSchema>;
  return { prototype: found, grow: found.ensureBuffer };
}
