import { type FieldOf, type FieldType, toCapitals } from '@kassa/contract';
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
  /** Returns the valid text for a typed one. */
  rewrite: (text: string) => string;
  isUppercase?: boolean;
  placeholder?: string | undefined;
}

export interface MaskedTextProps extends TypedTextProps {
  mask: string;
  /** The input that this one replaces had the focus. */
  hadFocus?: boolean;
}

/** A line of text, restricted to valid characters while it is typed. */
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
      // CSS would show another letter for one that has no capital of its own.
      isUppercase={isUppercase && toCapitals(text) === text.toUpperCase()}
      // While a word is composed, CSS shows its capitals by the language.
      lang={isUppercase ? 'en' : undefined}
      dir={directionOf(props.definition, text)}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget, nativeEvent }) =>
        handleInput(currentTarget, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => handleInput(currentTarget, false)}
    />
  );
}

/** Returns the props of a field's input. */
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

/** Codes run from left to right, words as their letters do, and an empty input as the page does. */
function directionOf({ category }: TextDefinition, text: string): string | undefined {
  return keyboardOf(category).dir ?? (text === '' ? undefined : 'auto');
}
