import type { Sharp } from 'sharp';
import { decodeHeic } from './decode-heic.ts';
import { mostPixels } from './picture-limits.ts';
import type { Rewritten } from './rewritten.ts';

/** The greatest width and height of a stored picture, in pixels: enough to read a receipt. */
const longestSide = 2500;

const quality = 82;
const longestSeconds = 10;

/**
 * Decodes a picture and encodes it as JPEG: turned upright, at most 2500 px wide and high, without
 * metadata (place, device) and without the bytes of any other format. Runs on libuv's threads; HEIC
 * is decoded by a process of its own.
 * @throws CallError server.unavailable if that can't be started
 */
export async function rewritePicture(
  bytes: Buffer,
  { isHeic = false }: { isHeic?: boolean } = {},
): Promise<Rewritten> {
  loading ??= loadSharp();
  const sharp = await loading;
  const decoded = isHeic ? await decodeHeic(bytes) : null;
  if (decoded !== null && 'fault' in decoded) return decoded;
  try {
    if (decoded !== null) {
      const { pixels, width, height } = decoded;
      return { content: await encode(sharp(pixels, { raw: { width, height, channels: 4 } })) };
    }
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return { fault: 'tooComplex' };
    const picture = sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      sequentialRead: true,
    });
    return { content: await encode(picture.autoOrient()) };
  } catch (error) {
    const isSlow = error instanceof Error && /timeout/i.test(error.message);
    return isSlow ? { fault: 'tooComplex', isStopped: true } : { fault: 'damaged' };
  }
}

const encode = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    // Transparent parts would become black.
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .timeout({ seconds: longestSeconds })
    .toBuffer();

let loading: ReturnType<typeof loadSharp> | undefined;

/**
 * Loads the library with the first picture. Of its decoders only those of JPEG, PNG, WebP and AVIF
 * stay enabled, so that no other one meets a player's bytes. These are settings of the whole
 * process, so they are made once.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return sharp;
}
