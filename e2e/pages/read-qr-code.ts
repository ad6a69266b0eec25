import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';

/** Reads a QR code from a picture of the screen, as a phone's camera does. */
export async function readQrCode(page: Page, picture: Locator): Promise<string> {
  const png = (await picture.screenshot()).toString('base64');
  // The browser unpacks the picture, in a page without a policy of its own.
  const blank = await page.context().newPage();
  const { width, height, pixels } = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser draws nothing.');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, pixels: [...data] };
  }, png);
  await blank.close();
  const read = jsQR(Uint8ClampedArray.from(pixels), width, height);
  if (read === null) throw new Error('There is no code that can be read.');
  return read.data;
}
