import type { FieldOf } from '@kassa/contract';
import { type ChangeEvent, type CompositionEvent, useRef } from 'react';
import { TextBox } from '../../ui/text-box.tsx';
import type { FieldInputProps } from '../shared/field.ts';
import { isByHand } from '../shared/is-by-hand.ts';
import { rewriteInPlace } from '../shared/rewrite-in-place.ts';
import { limitPhone } from './limit-phone.ts';

/** A phone number after its country's prefix, which stands outside of the input. */
export function PhoneWithPrefixInput(props: FieldInputProps<FieldOf<'phone_with_prefix'>>) {
  const { definition, id, describedBy, text, onChange, onFocus, onBlur, error, isDisabled } = props;

  /** The text before an input method started to compose. */
  const textBefore = useRef(text);

  function handleChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isTyped = isByHand(nativeEvent);
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
    const limit = (typed: string) => limitPhone(typed, definition, { isTyped, previous: text });
    onChange(rewriteInPlace(currentTarget, limit, isComposing), 'typed');
  }

  function handleComposed({ currentTarget }: CompositionEvent<HTMLInputElement>) {
    const known = { isTyped: true, previous: textBefore.current };
    const limit = (typed: string) => limitPhone(typed, definition, known);
    onChange(rewriteInPlace(currentTarget, limit, false), 'typed');
  }

  return (
    <TextBox
      id={id}
      name={definition.name}
      lead={definition.prefix}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      enterKeyHint="next"
      dir="ltr"
      placeholder={definition.example}
      value={text}
      isInvalid={error !== null}
      isDisabled={isDisabled}
      aria-describedby={describedBy}
      aria-required={definition.isOptional !== true}
      onChange={handleChange}
      onCompositionStart={() => {
        textBefore.current = text;
      }}
      onCompositionEnd={handleComposed}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  );
}
