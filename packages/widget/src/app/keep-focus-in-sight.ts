/**
 * Scrolls the field that has the focus back into sight when the window has become lower: a keyboard that
 * came up may have taken the room where it was. Returns the way to stop.
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
