import type { Page } from '@playwright/test';

/**
 * Waits until no transition runs in a page and its frames: even one of a millisecond shows its first
 * colour until the next frame. By a timer, as a frame that is out of sight draws nothing.
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
