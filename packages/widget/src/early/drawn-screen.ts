import { type FirstScreen, locales, resolveLocale } from '@kassa/contract';
import { hasFailed } from './start-failure.ts';

/** The server's markup in the page, until the widget takes it over. */
export interface DrawnScreen {
  /** Shows another screen instead. */
  show: (html: string, screen: FirstScreen) => void;
  /** Returns what shows. From now on nothing else will. */
  settle: () => FirstScreen;
  /**
   * Ends the wait: the page handles presses by itself from now on. `replay` presses again what the
   * player has pressed meanwhile, and what they have typed counts; nothing at a second call.
   */
  release: () => { replay: () => void };
}

/** Marks what the player has pressed or typed into, and what the page can't do yet (base.css). */
const waiting = 'data-waiting';

/** What the player has put into a field. */
interface Typed {
  value: string;
  /** Of a box or one of several choices. */
  checked: boolean;
  hasFocus: boolean;
}

/**
 * Shows the server's markup. Presses wait for the widget.
 * @param followLink - called with the address of a pressed link; returns whether it leads on by
 *   itself
 */
export function drawScreen(
  root: HTMLElement,
  html: string,
  screen: FirstScreen,
  followLink: (address: string) => boolean,
): DrawnScreen {
  const tag = resolveLocale(screen.locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = locales[tag].direction;
  root.innerHTML = html;
  performance.mark('kassa:drawn');
  let shown = screen;
  let isSettled = false;
  /** What is to be pressed again, in order. */
  let presses: HTMLElement[] = [];
  /** The addresses of pictures that were no longer waited for. */
  const stopped = new Map<HTMLImageElement, string>();
  let typed = new Map<HTMLInputElement, Typed>();

  const handleClick = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('a, button');
    if (hasFailed(root)) return;
    if (element === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keepPresses((earlier) => isBefore(earlier, element));
    element.setAttribute(waiting, '');
    const address = element.getAttribute('href');
    if (address !== null && followLink(address)) stopPictures();
    else presses.push(element);
  };
  const keepPresses = (isKept: (earlier: HTMLElement) => boolean) => {
    presses = presses.filter(isKept);
    for (const marked of root.querySelectorAll<HTMLElement>(`:is(a, button)[${waiting}]`)) {
      if (!presses.includes(marked)) marked.removeAttribute(waiting);
    }
  };
  /** Pictures of a screen that is being left would take the network and the processor from the next. */
  const stopPictures = () => {
    for (const picture of root.querySelectorAll('img')) {
      if (picture.complete) continue;
      stopped.set(picture, picture.src);
      picture.removeAttribute('src');
    }
  };
  const handleInput = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    // An amount that was chosen before is no longer meant, nor is a form that was sent.
    keepPresses(() => false);
    target.setAttribute(waiting, '');
    const { value, checked } = target;
    typed.set(target, { value, checked, hasFocus: document.activeElement === target });
  };
  root.addEventListener('click', handleClick, true);
  root.addEventListener('input', handleInput, true);

  return {
    settle: () => {
      isSettled = true;
      return shown;
    },
    show: (next, nextScreen) => {
      if (isSettled || hasFailed(root)) return;
      shown = nextScreen;
      presses = [];
      typed = new Map();
      stopped.clear();
      root.innerHTML = next;
      performance.mark('kassa:drawn-next');
      scrollTo(0, 0);
      // Its link is gone, and a screen reader reads where the player is.
      root.querySelector('h1')?.focus({ preventScroll: true });
    },
    release: () => {
      isSettled = true;
      root.removeEventListener('click', handleClick, true);
      root.removeEventListener('input', handleInput, true);
      return {
        replay: () => {
          for (const [picture, address] of stopped) {
            if (picture.isConnected) picture.src = address;
          }
          stopped.clear();
          for (const [input, text] of typed) {
            input.removeAttribute(waiting);
            const found = findInput(root, input);
            if (found !== null) typeAgain(found, text);
          }
          typed.clear();
          const wanted = presses;
          keepPresses(() => false);
          for (const pressed of wanted) findPressed(root, pressed)?.click();
        },
      };
    },
  };
}

/**
 * Returns whether an earlier press still counts at the next one: a choice in a form does, until its
 * form is left. A form that was sent and then changed waits for another press.
 */
function isBefore(earlier: HTMLElement, next: HTMLElement): boolean {
  if (!(earlier instanceof HTMLButtonElement && next instanceof HTMLButtonElement)) return false;
  const isOfForm = next.form !== null && earlier.form === next.form;
  return isOfForm && earlier !== next && earlier.type !== 'submit';
}

/** Finds what was pressed: itself, or the link to the same place where the widget drew anew. */
function findPressed(root: HTMLElement, pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed;
  const address = pressed.getAttribute('href');
  const links = [...root.querySelectorAll<HTMLElement>('a[href]')];
  return links.find((link) => link.getAttribute('href') === address) ?? null;
}

/** Finds a field: itself, or that of the same name where the widget drew anew. */
function findInput(root: HTMLElement, typed: HTMLInputElement): HTMLInputElement | null {
  if (typed.isConnected) return typed;
  const inputs = [...root.querySelectorAll('input')];
  return inputs.find(({ type, name }) => type === typed.type && name === typed.name) ?? null;
}

/** Reports a field's value as the player's: React compares with the value that it has found. */
function typeAgain(input: HTMLInputElement, { value, checked, hasFocus }: Typed): void {
  if (hasFocus) input.focus({ preventScroll: true });
  if (input.type === 'radio' || input.type === 'checkbox') {
    input.checked = !checked;
    if (checked || input.type === 'checkbox') input.click();
    return;
  }
  const { selectionStart, selectionEnd } = input;
  input.value = '';
  // Past React's own setter, which would take the text for known.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.setSelectionRange(selectionStart, selectionEnd);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
