/** The frame is cut into this many strips, one below the other, and each into steps. */
const stripCount = 20;
const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * Keeps the height of the frame's hidden parts, above and below, in the properties
 * `--k-unseen-start` and `--k-unseen-end` (px). A host may let the frame grow as high as its
 * content and scroll it; elements over the content must then be placed in the visible part. A frame
 * of another origin can only learn this by observing what is drawn. Where the frame isn't visible
 * at all, the values stay. Returns a function that stops it.
 */
export function watchSight({
  document,
  window,
}: {
  document: Document;
  window: Window;
}): () => void {
  const root = document.documentElement;
  const cover = document.createElement('div');
  Object.assign(cover.style, {
    position: 'fixed',
    inset: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
  });
  const seen = new Map<Element, DOMRectReadOnly>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRect } of entries) {
        if (isIntersecting) seen.set(target, intersectionRect);
        else seen.delete(target);
      }
      const places = [...seen.values()];
      if (places.length === 0) return;
      const startPx = Math.min(...places.map(({ top }) => top));
      const endPx = window.innerHeight - Math.max(...places.map(({ bottom }) => bottom));
      root.style.setProperty('--k-unseen-start', `${Math.max(0, Math.round(startPx))}px`);
      root.style.setProperty('--k-unseen-end', `${Math.max(0, Math.round(endPx))}px`);
    },
    { threshold: steps },
  );
  for (let at = 0; at < stripCount; at += 1) {
    const strip = document.createElement('div');
    strip.style.blockSize = `${100 / stripCount}%`;
    cover.append(strip);
  }
  const observe = () => {
    observer.disconnect();
    for (const strip of cover.children) observer.observe(strip);
  };
  document.body.append(cover);
  observe();
  // The strips have other heights then, though as much of each may be visible.
  window.addEventListener('resize', observe);
  return () => {
    window.removeEventListener('resize', observe);
    observer.disconnect();
    cover.remove();
  };
}
