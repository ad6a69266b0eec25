import type { Rewritten } from './rewritten.ts';

/** The greatest width and height of a stored picture, in pixels: enough to read a receipt. */
const longestSide = 2500;

/**
 * Larger pictures are refused before they are decoded: an interlaced PNG with 16 bits per channel is
 * in memory whole, with 11 bytes per pixel. The widget scales a phone's largest photographs down.
 */
const mostPixels = 40_000_000;

const quality = 82;
const longestSeconds = 10;

/**
 * Decodes a picture and encodes it as JPEG: turned upright, at most 2500 px wide and high, without
 * metadata (place, device) and without the bytes of any other format. Runs on libuv's threads.
 */
export async function rewritePicture(bytes: Buffer): Promise<Rewritten> {
  loading ??= loadSharp();
  const sharp = await loading;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return { fault: 'tooComplex' };
    const content = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      // Transparent parts would become black.
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .timeout({ seconds: longestSeconds })
      .toBuffer();
    return { content };
  } catch (error) {
    const isSlow = error instanceof Error && /timeout/i.test(error.message);
    return { fault: isSlow ? 'tooComplex' : 'damaged' };
  }
}

let loading: ReturnType<typeof loadSharp> | undefined;

/**
 * Loads the library with the first picture. Of its decoders only those of JPEG, PNG and WebP stay
 * enabled, so that no other one meets a player's bytes. These
 * are settings of the whole process, so they are made once.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return sharp;
}
