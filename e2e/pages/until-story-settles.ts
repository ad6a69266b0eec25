/** Pending timers of the page with a short delay. */
type ShortTimers = Set<unknown>;

/**
 * Tracks the page's short timers from its start on, for {@link untilStorySettles}: React renders a
 * boundary's content up to 300 ms late, and the router shows a screen without its data after 200
 * ms.
 */
export function watchShortTimers(): void {
  const longestMs = 300;
  const timers: ShortTimers = new Set();
  const { setTimeout, clearTimeout } = window;
  Reflect.set(window, 'shortTimers', timers);
  Reflect.set(window, 'setTimeout', (handler: TimerHandler, delayMs = 0, ...rest: unknown[]) => {
    const run = (...args: unknown[]) => {
      timers.delete(timer);
      if (typeof handler === 'function') handler(...args);
    };
    const timer = setTimeout(run, delayMs, ...rest);
    if (delayMs <= longestMs) timers.add(timer);
    return timer;
  });
  Reflect.set(window, 'clearTimeout', (timer?: number) => {
    timers.delete(timer);
    clearTimeout(timer);
  });
}

/**
 * Waits in the stories' page until nothing is pending: no font, no picture in sight, no short
 * timer, and no work of React or a query, which a task of the lowest priority shows, if nothing
 * changed before it. An idle callback wouldn't do: on a busy machine Chromium forgets some.
 */
export async function untilStorySettles(): Promise<void> {
  const timers: ShortTimers = Reflect.get(window, 'shortTimers');
  const isComing = (image: HTMLImageElement) =>
    !image.complete && (image.loading === 'eager' || isInSight(image));
  const isInSight = (image: HTMLImageElement) =>
    image.getBoundingClientRect().top < window.innerHeight;
  let hasChanged = true;
  const observer = new MutationObserver(() => {
    hasChanged = true;
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  while (hasChanged || timers.size > 0 || [...document.images].some(isComing)) {
    hasChanged = false;
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await scheduler.postTask(() => {}, { priority: 'background' });
  }
  observer.disconnect();
}
