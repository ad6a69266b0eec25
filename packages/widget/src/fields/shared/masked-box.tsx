import { longestFieldValue, toLatinDigits } from '@kassa/contract';
import IMask, { type FactoryArg, type InputMask } from 'imask';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { TextBox } from '../../ui/text-box.tsx';
import { type Mask, normalizeMasked, readMask } from './mask.ts';
import { boxPropsOf, type MaskedTextProps } from './typed-text.tsx';

/**
 * An input that imask formats: it keeps the caret and undoes up to 100 steps (§9). Its text is the
 * unmasked one.
 */
export function MaskedBox({ mask: pattern, placeholder, hadFocus, ...props }: MaskedTextProps) {
  const { text, isUppercase = false } = props;
  const boxRef = useRef<HTMLInputElement>(null);
  const maskRef = useRef<InputMask>(null);
  const propsRef = useRef(props);
  useLayoutEffect(() => {
    propsRef.current = props;
  });

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box === null) return;
    const masked = IMask(box, optionsOf(readMask(pattern), isUppercase)) as InputMask;
    masked.unmaskedValue = propsRef.current.text;
    maskRef.current = masked;
    masked.on('accept', () => {
      const kept = readUnmasked(masked, pattern);
      if (kept !== propsRef.current.text) propsRef.current.onChange(kept, 'typed');
    });
    return () => masked.destroy();
  }, [pattern, isUppercase]);

  const isFocusedAtFirst = useRef(hadFocus).current;
  useEffect(() => {
    if (isFocusedAtFirst === true) boxRef.current?.focus();
  }, [isFocusedAtFirst]);

  useEffect(() => {
    const masked = maskRef.current;
    if (masked !== null && readUnmasked(masked, pattern) !== text) masked.unmaskedValue = text;
  }, [text, pattern]);

  const inputMode = inputModeOf(readMask(pattern));
  return (
    <TextBox
      {...boxPropsOf(props)}
      {...(inputMode !== undefined && { inputMode })}
      dir="ltr"
      maxLength={longestFieldValue}
      placeholder={placeholder}
      ref={boxRef}
    />
  );
}

/** Returns the text without the mask; a date keeps its dots, which belong to the value. */
function readUnmasked(masked: InputMask, pattern: string): string {
  return readMask(pattern).kind === 'date' ? masked.value : masked.unmaskedValue;
}

function optionsOf(mask: Mask, isUppercase: boolean): FactoryArg {
  switch (mask.kind) {
    case 'number':
      // A number is text here: with bounds imask would calculate and change a number that is too
      // long.
      return {
        mask: Number,
        scale: 2,
        radix: ',',
        mapToRadix: ['.', '٫'],
        thousandsSeparator: '',
        min: 0,
        max: Number.POSITIVE_INFINITY,
        prepare: (typed: string) => (typed.length > 1 ? readPasted(typed) : typed),
        prepareChar: toLatinDigits,
      };
    case 'date':
      // `pad`: 5. becomes 05.
      return { mask: Date, autofix: 'pad', prepareChar: toLatinDigits };
    case 'pattern':
      return {
        mask: mask.pattern,
        prepareChar: (typed: string) => {
          const latin = toLatinDigits(typed);
          return isUppercase ? latin.toUpperCase() : latin;
        },
      };
  }
}

/** Reads a pasted number, which may have its thousands grouped. */
function readPasted(text: string): string {
  return /[.,'’\s].*[.,]/.test(text) ? normalizeMasked(text, { kind: 'number' }) : text;
}

/** A numeric keyboard where the mask takes only digits; otherwise the category's own. */
function inputModeOf(mask: Mask): 'decimal' | 'numeric' | undefined {
  if (mask.kind === 'number') return 'decimal';
  return mask.kind === 'date' || !/[a*]/.test(mask.pattern) ? 'numeric' : undefined;
}
