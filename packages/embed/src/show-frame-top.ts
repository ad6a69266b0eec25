/**
 * Scrolls the host's page to the frame's top if that is out of sight, behind the edge of a
 * scrolling ancestor or under the page's `scroll-padding`. Nothing moves while the player types in
 * the host's page.
 */
export function showFrameTop(frame: HTMLIFrameElement): void {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const observer = new IntersectionObserver(
    ([entry]) => {
      observer.disconnect();
      if (entry === undefined || isTopVisible(entry) || isTypingInHost()) return;
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      // "nearest" would move nothing where the frame is taller than the window.
      frame.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
    },
    { rootMargin: `-${Number.parseFloat(scrollPaddingTop) || 0}px 0px 0px` },
  );
  observer.observe(frame);
}

function isTopVisible(entry: IntersectionObserverEntry): boolean {
  const hiddenPx = entry.intersectionRect.top - entry.boundingClientRect.top;
  // Browsers round the two differently.
  return entry.isIntersecting && hiddenPx < 1;
}

/** Whether the focus is in a field of the host's page: a chat, a search. */
function isTypingInHost(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return false;
  return focused.isContentEditable || focused.matches('input, textarea, select');
}
