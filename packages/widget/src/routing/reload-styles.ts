/**
 * Requests the stylesheets again that could not be loaded. Vite requests each one once: the next
 * attempt of an import would succeed without its styles.
 * @throws if one fails again
 */
export async function reloadStyles(document: Document): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(reload));
}

function reload(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Unable to preload CSS for ${link.href}`));
    failed.replaceWith(link);
  });
}
