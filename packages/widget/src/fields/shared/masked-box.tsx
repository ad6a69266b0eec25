import { toCapitals, toLatinDigits } from '@kassa/contract';
import IMask, { type FactoryArg, type InputMask } from 'imask';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { TextBox } from '../../ui/text-box.tsx';
import { isByHand } from './is-by-hand.ts';
import { type Mask, readMask } from './mask.ts';
import { normalizeText } from './normalize-text.ts';
import { boxPropsOf, type MaskedTextProps } from './typed-text.tsx';

/**
 * An input that imask formats: it keeps the caret and undoes up to 100 steps (§9). Its text is the
 * unmasked one. A text that doesn't fit the mask is shown as it is, until it fits: imask would leave
 * characters out.
 */
export function MaskedBox({ mask: pattern, placeholder, hadFocus, ...props }: MaskedTextProps) {
  const { text, isUppercase = false } = props;
  const boxRef = useRef<HTMLInputElement>(null);
  const maskRef = useRef<MaskedInput>(null);
  const propsRef = useRef(props);
  useLayoutEffect(() => {
    propsRef.current = props;
  });

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box === null) return;
    const masked = maskInput(box, optionsOf(readMask(pattern), isUppercase), {
      normalize: (typed) =>
        normalizeText(isUppercase ? toCapitals(typed) : typed, propsRef.current.definition),
      onChange: (kept) => {
        if (kept !== propsRef.current.text) propsRef.current.onChange(kept, 'typed');
      },
    });
    masked.show(propsRef.current.text);
    maskRef.current = masked;
    return () => masked.destroy();
  }, [pattern, isUppercase]);

  const isFocusedAtFirst = useRef(hadFocus).current;
  useEffect(() => {
    if (isFocusedAtFirst === true) boxRef.current?.focus();
  }, [isFocusedAtFirst]);

  useEffect(() => {
    maskRef.current?.show(text);
  }, [text]);

  const inputMode = inputModeOf(readMask(pattern));
  return (
    <TextBox
      {...boxPropsOf(props)}
      {...(inputMode !== undefined && { inputMode })}
      dir="ltr"
      placeholder={placeholder}
      ref={boxRef}
    />
  );
}

interface MaskedInput {
  /** Shows a text: under the mask where it fits, else as it is. */
  show: (text: string) => void;
  destroy: () => void;
}

function maskInput(
  box: HTMLInputElement,
  options: FactoryArg,
  {
    normalize,
    onChange,
  }: { normalize: (typed: string) => string; onChange: (text: string) => void },
): MaskedInput {
  const probe = IMask.createMask(options as { mask: string });
  let masked: InputMask | null = null;
  const read = () => (masked === null ? box.value : readUnmasked(masked));

  function fits(text: string): boolean {
    probe.unmaskedValue = text;
    const kept = readUnmasked(probe);
    // The pattern's characters in braces belong to the value, and may be left out.
    return (
      kept === text || (text !== '' && String(probe.mask).includes('{') && kept.endsWith(text))
    );
  }

  function release() {
    masked?.destroy();
    masked = null;
  }

  function write(text: string) {
    if (!fits(text)) {
      release();
      box.value = text;
      return;
    }
    if (masked === null) {
      box.value = '';
      masked = IMask(box, options) as InputMask;
      masked.on('accept', () => onChange(read()));
    }
    masked.unmaskedValue = text;
    masked.updateControl();
  }

  /** Reads what was pasted or filled in, of which imask would take what fits. */
  function handleInput(event: Event) {
    const isComposing = (event as Partial<InputEvent>).isComposing === true;
    const growth = box.value.length - (masked?.displayValue ?? '').length;
    if (masked !== null && (isComposing ? growth <= 1 : isByHand(event))) return;
    event.stopImmediatePropagation();
    if (!isComposing) return readWhole();
    // Nothing is rewritten while a word is composed.
    release();
    onChange(box.value);
  }

  function readWhole() {
    const typed = box.value;
    const value = normalize(typed);
    if (!fits(value)) {
      release();
      onChange(typed);
      return;
    }
    const behind = typed.length - (box.selectionEnd ?? typed.length);
    write(value);
    const caret = Math.max(0, box.value.length - behind);
    if (box.ownerDocument.activeElement === box) box.setSelectionRange(caret, caret);
    onChange(read());
  }

  function handleComposed() {
    if (masked === null) readWhole();
  }

  // Before imask's own listener.
  box.addEventListener('input', handleInput);
  box.addEventListener('compositionend', handleComposed);
  return {
    show: (text) => {
      if (masked === null || read() !== text) write(text);
    },
    destroy: () => {
      box.removeEventListener('input', handleInput);
      box.removeEventListener('compositionend', handleComposed);
      release();
    },
  };
}

/** Returns the text without the mask; a date keeps its dots, which belong to the value. */
function readUnmasked({
  mask,
  value,
  unmaskedValue,
}: Pick<InputMask, 'value' | 'unmaskedValue'> & { mask?: unknown }): string {
  return mask === Date ? value : unmaskedValue;
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
          return isUppercase ? toCapitals(latin) : latin;
        },
      };
  }
}

/** A numeric keyboard where the mask takes only digits; otherwise the category's own. */
function inputModeOf(mask: Mask): 'decimal' | 'numeric' | undefined {
  if (mask.kind === 'number') return 'decimal';
  return mask.kind === 'date' || !/[a*]/.test(mask.pattern) ? 'numeric' : undefined;
}
