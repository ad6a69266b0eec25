/**
 * Vite's message for a stylesheet that a screen's code needs; its other errors have the engine's
 * message.
 */
const cssMessage = /^Unable to preload CSS for \S+/;

/** The messages of failures that were reported, and that no error screen has shown since. */
const told = new Set<string>();

/**
 * Returns whether a failure was reported already when its code or styles were requested. The next
 * failure of the same kind is another one.
 */
export function takeTold(message: string): boolean {
  return told.delete(message);
}

/**
 * Watches failures to fetch the code and styles of screens (§8), and reports each once, however often
 * it is tried again. The event is left alone: unless a listener handles it, Vite rethrows its error
 * to the code that requested the screen.
 * @param report - called with 'Unable to preload CSS for {url}', or with the failure in other words
 * @returns a function that stops it
 */
export function watchPreloadErrors(
  target: EventTarget,
  report: (message: string) => void,
): () => void {
  const handleError = (event: Event) => {
    const payload: unknown = 'payload' in event ? event.payload : undefined;
    const message = payload instanceof Error ? payload.message : '';
    if (told.has(message)) return;
    told.add(message);
    report(
      cssMessage.exec(message)?.[0] ?? `Unable to preload a screen: ${message || 'no reason'}`,
    );
  };
  target.addEventListener('vite:preloadError', handleError);
  return () => target.removeEventListener('vite:preloadError', handleError);
}
