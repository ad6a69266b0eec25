/** Vite's message for a stylesheet that a screen's code needs; its other errors have the engine's. */
const cssMessage = /^Unable to preload CSS for \S+/;

/**
 * Watches the code and styles of screens that could not be fetched (§8). The event is left alone:
 * unless someone has handled it, Vite throws its error on, and who asked for the screen hears of it.
 * @param report is told 'Unable to preload CSS for {url}', or what failed in other words.
 * @returns the way to stop.
 */
export function watchPreloadErrors(
  target: EventTarget,
  report: (message: string) => void,
): () => void {
  const handleError = (event: Event) => {
    const payload: unknown = 'payload' in event ? event.payload : undefined;
    const message = payload instanceof Error ? payload.message : '';
    report(
      cssMessage.exec(message)?.[0] ?? `Unable to preload a screen: ${message || 'no reason'}`,
    );
  };
  target.addEventListener('vite:preloadError', handleError);
  return () => target.removeEventListener('vite:preloadError', handleError);
}
