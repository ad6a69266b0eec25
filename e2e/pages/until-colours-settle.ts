import type { Page } from '@playwright/test';

/**
 * Waits until no transition runs in a page and its frames: even one of a millisecond shows its
 * first colour until the next frame. Polls by a timer, as a frame out of sight renders nothing.
 */
export async function untilColoursSettle(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.waitForFunction(
      () => document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
      undefined,
      { polling: 50 },
    );
  }
}
