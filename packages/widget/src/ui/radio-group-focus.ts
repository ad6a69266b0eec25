import type { FocusEvent } from 'react';

interface Options {
  onFocus?: (() => void) | undefined;
  /** The focus left all of it. */
  onBlur?: (() => void) | undefined;
}

/** A group of radio buttons as one thing to the focus: whoever is led to it goes on with what is chosen. */
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
