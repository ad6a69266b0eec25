/** After this time in ms the scripts no longer have the network for themselves. */
const longestFetchMs = 2000;

/** Reads a block of JSON of the page; `[]` where it has none of this name. */
export function readBlock<Block extends object>(id: string): Block {
  return JSON.parse(document.getElementById(id)?.textContent ?? '[]') as Block;
}

/** The blocks with the files of the screens that aren't part of the first load. */
export type ScreenFiles = 'kassa-form' | 'kassa-packages';

const areStyled = new Map<ScreenFiles, Promise<boolean>>();

/**
 * Requests the files of a screen, once: each would ask for the next one. Resolves to whether its
 * styles are there.
 */
export function loadFiles(block: ScreenFiles): Promise<boolean> {
  const known = areStyled.get(block);
  if (known !== undefined) return known;
  const files = readBlock<string[]>(block);
  const styles = files.filter((file) => file.endsWith('.css'));
  const loaded = styles.map((file) => untilLoaded(addLink(file, 'stylesheet')));
  const isStyled = Promise.all(loaded).then((all) => all.every(Boolean));
  areStyled.set(block, isStyled);
  void untilScriptsAreThere().then(() => {
    for (const file of files) if (!styles.includes(file)) addLink(file, 'modulepreload');
  });
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
