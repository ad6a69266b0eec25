import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { TextBox } from '../../ui/text-box.tsx';
import { useLateCode } from '../../ui/use-late-code.ts';
import { readMask } from './mask.ts';
import { boxPropsOf, type MaskedTextProps, TypedText } from './typed-text.tsx';

async function loadMaskedBox() {
  return (await import('./masked-box.tsx')).MaskedBox;
}

/** A line of text with a mask (§9). The mask's code loads with the first such field. */
export function MaskedText(props: MaskedTextProps) {
  const text = useText();
  const isDate = readMask(props.mask).kind === 'date';
  const placeholder = isDate ? text('form.field.datePattern') : undefined;
  const [hadFocus, setHadFocus] = useState(false);
  const MaskedBox = useLateCode(loadMaskedBox);
  // Where the mask's code fails to load, the field works without a mask.
  if (MaskedBox === 'failed') return <TypedText {...props} />;
  if (MaskedBox !== null) {
    return <MaskedBox {...props} placeholder={placeholder} hadFocus={hadFocus} />;
  }
  return (
    <TextBox
      {...boxPropsOf(props)}
      onFocus={() => setHadFocus(true)}
      onBlur={() => setHadFocus(false)}
      placeholder={placeholder}
      readOnly
    />
  );
}
