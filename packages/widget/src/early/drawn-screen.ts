import { locales, resolveLocale } from '@kassa/contract';
import type { ScreenFacts } from '../session/describe-screen.ts';

/** The server's markup in the page, until the widget takes it over. */
export interface DrawnScreen {
  facts: ScreenFacts;
  /** Returns the address of the pressed link, if there is one, and no longer waits for it. */
  takePressedLink: () => string | null;
  /**
   * Ends the wait: the page handles presses by itself from now on. `replay` presses again what the
   * player has pressed meanwhile, and what they have typed counts; nothing at a second call.
   */
  release: () => { replay: () => void };
}

/** Marks what the player has pressed or typed into, and what the page can't do yet (base.css). */
const waiting = 'data-waiting';

/**
 * Shows the server's markup of the list. Presses wait for the widget.
 * @param onPressLink - called when a link is pressed
 */
export function drawScreen(
  root: HTMLElement,
  html: string,
  facts: ScreenFacts,
  onPressLink: () => void,
): DrawnScreen {
  const tag = resolveLocale(facts.locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = locales[tag].direction;
  root.innerHTML = html;
  performance.mark('kassa:drawn');
  let pressed: HTMLElement | null = null;
  const handleClick = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button');
    if (target === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed?.removeAttribute(waiting);
    pressed = target;
    target.setAttribute(waiting, '');
    if (target.hasAttribute('href')) onPressLink();
  };
  const handleInput = (event: Event) => (event.target as Element).setAttribute(waiting, '');
  root.addEventListener('click', handleClick, true);
  root.addEventListener('input', handleInput, true);
  return {
    facts,
    takePressedLink: () => {
      const address = pressed?.getAttribute('href') ?? null;
      if (address !== null) pressed = null;
      return address;
    },
    release: () => {
      root.removeEventListener('click', handleClick, true);
      root.removeEventListener('input', handleInput, true);
      return {
        replay: () => {
          for (const input of root.querySelectorAll<HTMLInputElement>(`input[${waiting}]`)) {
            input.removeAttribute(waiting);
            typeAgain(input);
          }
          const found = findAgain(root, pressed);
          pressed = null;
          found?.removeAttribute(waiting);
          found?.click();
        },
      };
    },
  };
}

/** Finds what was pressed: itself, or the link to the same place where the widget drew anew. */
function findAgain(root: HTMLElement, pressed: HTMLElement | null): HTMLElement | null {
  if (pressed === null || pressed.isConnected) return pressed;
  const address = pressed.getAttribute('href');
  const links = [...root.querySelectorAll<HTMLElement>('a[href]')];
  return links.find((link) => link.getAttribute('href') === address) ?? null;
}

/** Reports a field's text as typed: React compares with the text that it has found. */
function typeAgain(input: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = input;
  input.value = '';
  // Past React's own setter, which would take the text for known.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.setSelectionRange(selectionStart, selectionEnd);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
