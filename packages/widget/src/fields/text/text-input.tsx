import type { FieldOf } from '@kassa/contract';
import { cleanTyped } from '../shared/clean-text.ts';
import type { FieldInputProps } from '../shared/field.ts';
import { MaskedText } from '../shared/masked-text.tsx';
import { TypedText } from '../shared/typed-text.tsx';

/** A line of text with the keyboard of its category, and with a mask where it has one. */
export function TextInput(props: FieldInputProps<FieldOf<'text'>>) {
  const { mask, category } = props.definition;
  const rewrite = (text: string) => cleanTyped(text, category);
  if (mask !== undefined) return <MaskedText {...props} mask={mask} rewrite={rewrite} />;
  return <TypedText {...props} rewrite={rewrite} />;
}
