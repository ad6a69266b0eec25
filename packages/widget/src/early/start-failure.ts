import { type LocaleTag, locales, resolveLocale } from '@kassa/contract';

/** The texts of the message, which no script has to be loaded for. */
export interface StartFailureWords {
  title: string;
  text: string;
  retry: string;
}

declare global {
  interface Window {
    /**
     * Reports that the widget can't start, to the host and the player. It exists until the widget's
     * entry runs and takes it over.
     */
    kassaCannotStart?: (reason: string) => void;
  }
}

export interface WatchStartOptions {
  /** The texts by language; English is among them. */
  words: Readonly<Record<string, StartFailureWords>>;
  /** Returns the player's locale, as far as it is known by now. */
  readLocale: () => string;
  tellHost: (reason: string) => void;
}

/**
 * Watches the scripts that the page itself names, until the widget's entry runs. If one can't be
 * loaded or fails, the host is told and the player reads it, once.
 */
export function watchStart({ words, readLocale, tellHost }: WatchStartOptions): void {
  let hasFailed = false;
  const fail = (reason: string) => {
    if (hasFailed) return;
    hasFailed = true;
    tellHost(reason);
    const tag = resolveLocale(readLocale());
    whenParsed(() => showInPage(words[tag] === undefined ? 'en' : tag, words));
  };
  window.kassaCannotStart = fail;
  // Errors of elements don't bubble.
  addEventListener(
    'error',
    (event) => {
      if (window.kassaCannotStart !== fail) return;
      const { target } = event;
      if (target instanceof HTMLScriptElement) {
        fail(`A script of the cashier could not be loaded: ${new URL(target.src).pathname}`);
      } else if (event.filename?.startsWith(new URL('assets/', document.baseURI).href)) {
        fail(`A script of the cashier failed: ${event.message}`);
      }
    },
    true,
  );
}

/** A script may fail before the page's body is there. */
function whenParsed(act: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', act);
  else act();
}

function showInPage(tag: LocaleTag, words: WatchStartOptions['words']): void {
  const root = document.getElementById('root');
  const own = words[tag];
  if (root === null || own === undefined) return;
  document.documentElement.lang = tag;
  document.documentElement.dir = locales[tag].direction;
  showStartFailure(root, own, () => location.reload());
}

/** Replaces an element's content by the message and a button. */
export function showStartFailure(
  place: HTMLElement,
  { title, text, retry }: StartFailureWords,
  onRetry: () => void,
): void {
  const alert = build('div', build('h1', title), build('p', text));
  alert.role = 'alert';
  const button = build('button', retry);
  button.type = 'button';
  button.onclick = onRetry;
  const message = build('main', alert, button);
  message.className = 'start-failure';
  place.replaceChildren(message);
}

function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** Returns whether the message shows in an element. */
export function hasFailed(place: HTMLElement): boolean {
  return place.querySelector('.start-failure') !== null;
}
