import type { Frame } from 'playwright-core';

/**
 * Returns the frame with the list: the page itself, or the widget's frame once its address is set.
 */
export async function findFrame(main: Frame, origin: string): Promise<Frame> {
  if (new URL(main.url()).origin === origin) return main;
  const element = await main.waitForSelector(`iframe[src^="${origin}"]`);
  const frame = await element.contentFrame();
  if (frame === null) throw new Error("The widget's frame is gone.");
  await frame.waitForURL(`${origin}/**`, { waitUntil: 'commit' });
  return frame;
}
