/**
 * Calls back when the player closes the challenge of reCAPTCHA's invisible kind. reCAPTCHA has no
 * event for it: it hides the frame by a style of an element around it.
 * Returns a function that stops watching.
 */
export function watchChallenge(onClosed: () => void): () => void {
  let wasShown = false;
  const observer = new MutationObserver(() => {
    const isShown = findFrames().some(isVisible);
    if (wasShown && !isShown) onClosed();
    wasShown = isShown;
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['style'],
  });
  return () => observer.disconnect();
}

function findFrames(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('iframe[src*="/bframe"]')];
}

function isVisible(frame: HTMLElement): boolean {
  for (let element: HTMLElement | null = frame; element !== null; element = element.parentElement) {
    if (element.style.visibility === 'visible') return true;
    if (element.style.visibility === 'hidden' || element.style.display === 'none') return false;
  }
  return true;
}
