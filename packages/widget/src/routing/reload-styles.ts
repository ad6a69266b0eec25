/** The stylesheets that could not be loaded. */
const failed = new Set<HTMLLinkElement>();

// Errors of elements don't bubble. On the server nothing is loaded.
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/** A stylesheet could not be loaded again. The message is Vite's, as of its first failure. */
export class StyleError extends Error {
  constructor(link: HTMLLinkElement) {
    super(`Unable to preload CSS for ${link.getAttribute('href')}`);
  }
}

/**
 * Requests the stylesheets again that could not be loaded. Vite requests each one once: the next
 * import of the same code would succeed without its styles.
 * @throws {@link StyleError} if one fails again
 */
export async function reloadStyles(): Promise<void> {
  await Promise.all([...failed].map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.onload = () => resolve();
    again.onerror = () => reject(new StyleError(again));
    link.replaceWith(again);
  });
}
