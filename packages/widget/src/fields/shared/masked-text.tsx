import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { TextBox } from '../../ui/text-box.tsx';
import { readMask } from './mask.ts';
import { boxPropsOf, type MaskedTextProps, TypedText } from './typed-text.tsx';

/** Where the mask's code fails to load, the field works without a mask. */
const MaskedBox = lazy(() =>
  import('./masked-box.tsx').then(
    ({ MaskedBox }) => ({ default: MaskedBox }),
    () => ({ default: TypedText }),
  ),
);

/** A line of text with a mask (§9). The mask's code loads with the first such field. */
export function MaskedText(props: MaskedTextProps) {
  const text = useText();
  const isDate = readMask(props.mask).kind === 'date';
  const placeholder = isDate ? text('form.field.datePattern') : undefined;
  const [hadFocus, setHadFocus] = useState(false);
  const waiting = (
    <TextBox
      {...boxPropsOf(props)}
      onFocus={() => setHadFocus(true)}
      onBlur={() => setHadFocus(false)}
      placeholder={placeholder}
      readOnly
    />
  );
  return (
    <Suspense fallback={waiting}>
      <MaskedBox {...props} placeholder={placeholder} hadFocus={hadFocus} />
    </Suspense>
  );
}
