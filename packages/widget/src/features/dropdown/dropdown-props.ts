import type { Choice } from './find-choices.ts';

/** What a dropdown is given. */
export interface DropdownProps {
  /** Of the element that takes the keys; its label refers to it. */
  id: string;
  /** What is chosen, for the sheet's title. */
  label: string;
  describedBy?: string | undefined;
  choices: readonly Choice[];
  /** The chosen one's value; empty where there is none. */
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
  /** The focus left it, and the list it opens. */
  onBlur?: () => void;
  isRequired?: boolean;
  isInvalid?: boolean;
  isDisabled?: boolean;
}

/** What its list is given besides. */
export interface ListProps extends DropdownProps {
  /** The box was pressed before the list was there. */
  isOpenAtFirst: boolean;
}
