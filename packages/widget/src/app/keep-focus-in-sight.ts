/**
 * Scrolls the focused field back into sight when the window becomes lower, as a keyboard may then
 * cover it. Returns a function that stops it.
 */
export function keepFocusInSight(window: Window): () => void {
  let heightPx = window.innerHeight;
  const handleResize = () => {
    const isLower = window.innerHeight < heightPx;
    heightPx = window.innerHeight;
    const focused = window.document.activeElement;
    if (!isLower || focused?.matches('input, textarea') !== true) return;
    focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  window.addEventListener('resize', handleResize);
  return () => window.removeEventListener('resize', handleResize);
}
