/** The data of a page's watcher, on its window; times are in epoch milliseconds. */
export interface Watched {
  frameStartedAt: number;
  usableAt: number | undefined;
  hostDataAt: number | undefined;
  fullLoadedAt: number | undefined;
}

declare global {
  interface Window {
    kassaBench: Watched;
  }
}

/**
 * Runs in every frame of a measured page before its own scripts. Records the time when the first
 * method can be clicked: it has a size and isn't covered at its centre. Also records when the
 * widget receives its host data, and when a host page receives FullLoaded.
 */
export function watchList(methodSelector: string): void {
  const now = () => performance.timeOrigin + performance.now();
  const watched: Watched = {
    frameStartedAt: performance.timeOrigin,
    usableAt: undefined,
    hostDataAt: undefined,
    fullLoadedAt: undefined,
  };
  window.kassaBench = watched;

  // A frame is only drawn once the page's styles are there.
  let isWaiting = false;
  const observer = new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(look);
  });
  const look = () => {
    isWaiting = false;
    const method = document.querySelector(methodSelector);
    if (method === null) return;
    const { left, top, width, height } = method.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || !method.contains(hit)) return;
    watched.usableAt = now();
    observer.disconnect();
  };
  observer.observe(document, { childList: true, subtree: true, attributes: true });

  addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return;
    if (data.includes('"loaded"')) watched.hostDataAt ??= now();
    if (data.includes('"FullLoaded"')) watched.fullLoadedAt ??= now();
  });
}
