import { type FieldOf, toCapitals } from '@kassa/contract';
import { cleanTyped } from '../shared/clean-text.ts';
import type { FieldInputProps } from '../shared/field.ts';
import { MaskedText } from '../shared/masked-text.tsx';
import { TypedText } from '../shared/typed-text.tsx';

/** A line of capitals (§5): letters become capitals as they are typed, and the caret stays. */
export function TextUppercaseInput(props: FieldInputProps<FieldOf<'text_uppercase'>>) {
  const { mask, category } = props.definition;
  const rewrite = (text: string) => cleanTyped(toCapitals(text), category);
  const shared = { ...props, rewrite, isUppercase: true };
  return mask === undefined ? <TypedText {...shared} /> : <MaskedText {...shared} mask={mask} />;
}
