import { useText } from '../../i18n/text.ts';
import { boxAttributesOf } from './dropdown-box.tsx';
import type { DropdownProps } from './dropdown-props.ts';

/** A dropdown with the system's own list. */
export function NativeDropdown(props: DropdownProps) {
  const text = useText();
  return (
    <select
      {...boxAttributesOf(props)}
      value={props.value}
      disabled={props.isDisabled}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      <option value="" disabled hidden>
        {text('form.dropdown.choose')}
      </option>
      {props.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}
