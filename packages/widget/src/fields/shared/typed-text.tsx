import { type FieldOf, type FieldType, longestFieldValue } from '@kassa/contract';
import type { ComponentProps } from 'react';
import { TextBox } from '../../ui/text-box.tsx';
import type { FieldInputProps } from './field.ts';
import { keyboardOf } from './keyboard.ts';
import { rewriteInPlace } from './rewrite-in-place.ts';

/** A field whose value is typed as a line of text. */
export type TextDefinition = {
  [Type in FieldType]: 'mask' extends keyof FieldOf<Type> ? FieldOf<Type> : never;
}[FieldType];

export interface TypedTextProps extends FieldInputProps<TextDefinition> {
  /** What may stand in the box of what was typed. */
  rewrite: (text: string) => string;
  isUppercase?: boolean;
  placeholder?: string | undefined;
}

export interface MaskedTextProps extends TypedTextProps {
  mask: string;
  /** The box that stood there before had the focus. */
  hadFocus?: boolean;
}

/** A line of text, kept to what may stand in it while it is typed. */
export function TypedText({
  text,
  onChange,
  rewrite,
  isUppercase = false,
  placeholder,
  ...props
}: TypedTextProps) {
  const handleInput = (input: HTMLInputElement, isComposing: boolean) =>
    onChange(rewriteInPlace(input, rewrite, isComposing), 'typed');
  return (
    <TextBox
      {...boxPropsOf(props)}
      isUppercase={isUppercase}
      // While a word is composed its capitals are CSS's, which go by the language.
      lang={isUppercase ? 'en' : undefined}
      dir={directionOf(props.definition, text)}
      maxLength={longestFieldValue}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget, nativeEvent }) =>
        handleInput(currentTarget, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => handleInput(currentTarget, false)}
    />
  );
}

/** What a field's box is, whatever stands in it. */
export function boxPropsOf({
  definition,
  id,
  describedBy,
  error,
  isDisabled,
  onFocus,
  onBlur,
}: Omit<FieldInputProps<TextDefinition>, 'text' | 'onChange'>): ComponentProps<typeof TextBox> {
  return {
    ...keyboardOf(definition.category),
    id,
    name: definition.name,
    isInvalid: error !== null,
    isDisabled,
    enterKeyHint: 'next',
    'aria-describedby': describedBy,
    'aria-required': definition.isOptional !== true,
    onFocus,
    onBlur,
  };
}

/** Codes run from left to right; words as their letters do, and an empty box as the page does. */
function directionOf({ category }: TextDefinition, text: string): string | undefined {
  return keyboardOf(category).dir ?? (text === '' ? undefined : 'auto');
}
