/** After this time in ms the scripts no longer have the network for themselves. */
const longestFetchMs = 2000;

/** Reads a block of JSON of the page; `[]` where it has none of this name. */
export function readBlock<Block extends object>(id: string): Block {
  return JSON.parse(document.getElementById(id)?.textContent ?? '[]') as Block;
}

let isStyled: Promise<boolean> | undefined;

/**
 * Requests the files of a form, once: each part would ask for the next one. Resolves to whether its
 * styles are there.
 */
export function loadForm(): Promise<boolean> {
  if (isStyled === undefined) {
    const files = readBlock<string[]>('kassa-form');
    const styles = files.filter((file) => file.endsWith('.css'));
    const loaded = styles.map((file) => untilLoaded(addLink(file, 'stylesheet')));
    isStyled = Promise.all(loaded).then((all) => all.every(Boolean));
    void untilScriptsAreThere().then(() => {
      for (const file of files) if (!styles.includes(file)) addLink(file, 'modulepreload');
    });
  }
  return isStyled;
}

let scriptsAreThere: Promise<unknown> | undefined;

/** Resolves once the widget's scripts are fetched, or can't be. They still have to be run. */
export function untilScriptsAreThere(): Promise<unknown> {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
  scriptsAreThere ??= Promise.race([
    Promise.all([...scripts].map(({ src }) => untilLoaded(addLink(src, 'modulepreload')))),
    // Older browsers don't tell.
    new Promise((resolve) => setTimeout(resolve, longestFetchMs)),
  ]);
  return scriptsAreThere;
}

function untilLoaded(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => {
      // The widget requests it again, as it finds none.
      link.remove();
      resolve(false);
    };
  });
}

function addLink(file: string, rel: 'stylesheet' | 'modulepreload'): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = file;
  link.crossOrigin = '';
  document.head.append(link);
  return link;
}
