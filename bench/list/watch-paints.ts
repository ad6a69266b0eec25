interface Paints {
  /** Watches the next press, and an element that appears after it; `body` means any change. */
  awaitPress(selector: string): void;
  /**
   * The time in ms from that press until the element was painted. For any change: until the last
   * change was painted, before the page was idle for a while.
   */
  paintedMs: Promise<number>;
}

declare global {
  interface Window {
    kassaPaints: Paints;
  }
}

/** Runs in every frame of a measured page before its own scripts. */
export function watchPaints(): void {
  const quietMs = 400;

  /** Runs a function after the current frame was painted. */
  const afterPaint = (act: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = act;
      port2.postMessage(null);
    });

  const isThere = (selector: string) => {
    const found = document.querySelector(selector);
    return found !== null && found.getBoundingClientRect().height > 0;
  };

  const watch = (selector: string, finish: (ms: number) => void) => {
    let pressedAt = Number.NaN;
    let paintedAt = Number.NaN;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const isWanted = selector !== 'body';
    const end = () => {
      observer.disconnect();
      removeEventListener('keydown', start, true);
      removeEventListener('pointerdown', start, true);
      finish(paintedAt - pressedAt);
    };
    const wait = () => {
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    };
    const observer = new MutationObserver(() => {
      if (isWanted && (!isThere(selector) || !Number.isNaN(paintedAt))) return;
      afterPaint(() => {
        if (isWanted && !Number.isNaN(paintedAt)) return;
        paintedAt = performance.now();
        wait();
      });
    });
    const start = ({ timeStamp }: Event) => {
      pressedAt = timeStamp;
      paintedAt = isWanted ? Number.NaN : timeStamp;
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        characterData: true,
      });
      if (!isWanted) wait();
    };
    addEventListener('keydown', start, { capture: true, once: true });
    addEventListener('pointerdown', start, { capture: true, once: true });
  };

  window.kassaPaints = {
    awaitPress: (selector) => {
      window.kassaPaints.paintedMs = new Promise((resolve) => watch(selector, resolve));
    },
    paintedMs: Promise.resolve(Number.NaN),
  };
}
