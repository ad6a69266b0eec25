import type { FocusEvent } from 'react';

interface Options {
  onFocus?: (() => void) | undefined;
  /** The focus left the whole group. */
  onBlur?: (() => void) | undefined;
}

/**
 * Handles the focus of a group of radio buttons as a whole. A focus on the group moves to the
 * chosen button.
 */
export function radioGroupFocus({ onFocus, onBlur }: Options) {
  return {
    onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (target === currentTarget) {
        const radios = [...currentTarget.querySelectorAll<HTMLInputElement>('input')];
        (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
        return;
      }
      if (!currentTarget.contains(relatedTarget)) onFocus?.();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) onBlur?.();
    },
  };
}
