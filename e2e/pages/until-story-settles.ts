/**
 * Waits in the stories' page until nothing is on its way: no letter shape, no picture in sight, and
 * nothing that React or a query would still do, which two idle moments in a row without a change show.
 */
export async function untilStorySettles(): Promise<void> {
  let hasChanged = true;
  const observer = new MutationObserver(() => {
    hasChanged = true;
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const isPending = (image: HTMLImageElement) => !image.complete && image.loading !== 'lazy';
  while (hasChanged || [...document.images].some(isPending)) {
    hasChanged = false;
    await document.fonts.ready;
    for (let moment = 0; moment < 2; moment += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  }
  observer.disconnect();
}
