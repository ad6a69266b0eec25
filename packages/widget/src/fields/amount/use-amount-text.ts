import { editAmount, showAmount, type TypedAmount, type TypingRules } from '@kassa/contract';
import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import { readEdit } from './read-edit.ts';

interface AmountText {
  /** The amount without grouping: see `SplitAmount`. */
  text: string;
  onChange: (text: string) => void;
  rules: TypingRules;
}

/** §9 "undo history". */
const mostUndos = 100;

/**
 * Provides an input whose text is an amount, grouped while it is typed. The caret stays before the
 * same digit. While an input method composes (every word, on many phones) the text stays as it is,
 * as the word would be typed twice. Rewriting an input empties the browser's undo history, so the
 * input has its own. Refused keys are remembered until an accepted edit, or until the input is left.
 */
export function useAmountText({ text, onChange, rules }: AmountText) {
  /** The text that is being composed, and the amount before the composition. */
  const [composed, setComposed] = useState<{ raw: string; before: TypedAmount } | null>(null);
  const [refused, setRefused] = useState<TypedAmount>({ text });
  const history = useRef<{ undo: string[]; redo: string[] }>({ undo: [], redo: [] });
  const value = composed?.raw ?? showAmount(text, rules);
  // A quick pick, for example, may have replaced the amount meanwhile.
  const current = refused.text === text ? refused : { text };

  function change(next: string): void {
    const { undo } = history.current;
    if (next !== text) history.current = { undo: [...undo, text].slice(-mostUndos), redo: [] };
    onChange(next);
  }

  function takeEdit(input: HTMLInputElement, event: Event, isComposing: boolean): void {
    const before = composed?.before ?? current;
    const shown = showAmount(before.text, rules);
    const edited = editAmount(before, readEdit(input, shown, event), rules);
    setRefused({ text: edited.text, refusal: edited.refusal });
    setComposed(isComposing ? { raw: input.value, before } : null);
    if (!isComposing) rewrite(input, edited);
    change(edited.text);
  }

  function restore(from: 'undo' | 'redo', to: 'undo' | 'redo'): void {
    const earlier = history.current[from].at(-1);
    if (earlier === undefined) return;
    history.current = {
      ...history.current,
      [from]: history.current[from].slice(0, -1),
      [to]: [...history.current[to], text],
    };
    onChange(earlier);
  }

  const forgetRefused = () => setRefused({ text });

  return {
    value,
    refusal: current.refusal,
    onBlur: forgetRefused,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const { isComposing = false } = nativeEvent as Partial<InputEvent>;
      takeEdit(currentTarget, nativeEvent, isComposing);
    },
    onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) =>
      takeEdit(currentTarget, nativeEvent, false),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      // The press of the button shows the errors.
      if (key === 'Enter') forgetRefused();
      const letter = key.toLowerCase();
      if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/.test(letter)) return;
      event.preventDefault();
      if (letter === 'z' && !shiftKey) restore('undo', 'redo');
      else restore('redo', 'undo');
    },
  };
}

/** React's next render would move the caret to the end after a change in the middle. */
function rewrite(
  input: HTMLInputElement,
  { shown, caret }: { shown: string; caret: number },
): void {
  if (input.value === shown) return;
  input.value = shown;
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret);
}
