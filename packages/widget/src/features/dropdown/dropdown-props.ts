import type { Choice } from './find-choices.ts';

/** The props of a dropdown. */
export interface DropdownProps {
  /** The id of the focusable element; its label refers to it. */
  id: string;
  /** The name of the field, for the sheet's title. */
  label: string;
  describedBy?: string | undefined;
  choices: readonly Choice[];
  /** The chosen value; empty where there is none. */
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
  /** The focus left the box and its list. */
  onBlur?: () => void;
  isRequired?: boolean;
  isInvalid?: boolean;
  isDisabled?: boolean;
}

/** The props of a dropdown's list. */
export interface ListProps extends DropdownProps {
  /** The box was pressed before the code of the list was loaded. */
  isOpenAtFirst: boolean;
}
