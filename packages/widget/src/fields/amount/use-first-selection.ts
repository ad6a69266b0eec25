import { type RefObject, useRef } from 'react';

/**
 * Selects an amount whole as its input is first focused, and again after a quick pick: a player who
 * types then replaces it, and adds no digits to it. What they typed themselves isn't selected.
 * @param text - the amount, as the form has it
 */
export function useFirstSelection(input: RefObject<HTMLInputElement | null>, text: string) {
  /** The amount that was typed, or was selected before. */
  const known = useRef('');
  /** The press that focuses the input places the caret after the focus. */
  const isPressed = useRef(false);

  return {
    /** Focuses the input for a press beside it. */
    focus: () => {
      input.current?.focus();
      isPressed.current = false;
    },
    onTyped: (typed: string) => {
      known.current = typed;
      isPressed.current = false;
    },
    onFocus: () => {
      isPressed.current = text !== known.current;
      known.current = text;
      if (isPressed.current) input.current?.select();
    },
    onClick: () => {
      const { selectionStart, selectionEnd } = input.current ?? {};
      // A part that the player has selected stays selected.
      if (isPressed.current && selectionStart === selectionEnd) input.current?.select();
      isPressed.current = false;
    },
  };
}
