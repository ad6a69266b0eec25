/** The data of a page's watcher, on its window; times are in epoch milliseconds. */
export interface Watched {
  frameStartedAt: number;
  usableAt: number | undefined;
  /** The first field was painted after the method had been pressed. */
  fieldAt: number | undefined;
  hostDataAt: number | undefined;
  fullLoadedAt: number | undefined;
  /** The durations of tasks over 50 ms, in ms. */
  longTasksMs: number[];
  /** The sum of all layout shifts. */
  layoutShift: number;
}

export interface WatchOptions {
  /** The first matching element is the first method. */
  methodSelector: string;
  /** The first field of its form; pressed at once if set. */
  fieldSelector: string | null;
}

declare global {
  interface Window {
    kassaBench: Watched;
  }
}

/**
 * Runs in every frame of a measured page before its own scripts. Records the time when the first
 * method can be clicked: it has a size and isn't covered at its centre, in a frame that the browser
 * draws. Then presses it at once if asked, and records when the first field is painted. Also records
 * when the widget receives its host data, and when a host page receives FullLoaded.
 */
export function watchList({ methodSelector, fieldSelector }: WatchOptions): void {
  const now = () => performance.timeOrigin + performance.now();
  const watched: Watched = {
    frameStartedAt: performance.timeOrigin,
    usableAt: undefined,
    fieldAt: undefined,
    hostDataAt: undefined,
    fullLoadedAt: undefined,
    longTasksMs: [],
    layoutShift: 0,
  };
  window.kassaBench = watched;

  /** Calls back in the first drawn frame with such an element, which is drawn once its styles are there. */
  const whenDrawn = (selector: string, isMet: (found: Element) => boolean, act: () => void) => {
    let isWaiting = false;
    const look = () => {
      isWaiting = false;
      const found = document.querySelector(selector);
      if (found === null || !isMet(found)) return;
      observer.disconnect();
      act();
    };
    const observer = new MutationObserver(() => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(look);
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  };
  const canBePressed = (method: Element) => {
    const { left, top, width, height } = method.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && method.contains(hit);
  };
  const hasSize = (field: Element) => field.getBoundingClientRect().height > 0;

  whenDrawn(methodSelector, canBePressed, () => {
    watched.usableAt = now();
    if (fieldSelector === null) return;
    whenDrawn(fieldSelector, hasSize, () => {
      // The frame is painted before the next task.
      setTimeout(() => {
        watched.fieldAt = now();
      });
    });
    document.querySelector<HTMLElement>(methodSelector)?.click();
  });

  addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return;
    if (data.includes('"loaded"')) watched.hostDataAt ??= now();
    if (data.includes('"FullLoaded"')) watched.fullLoadedAt ??= now();
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      watched.layoutShift += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
