import { type ComponentType, useEffect, useState } from 'react';
import { useLateCode } from '../../ui/use-late-code.ts';
import { searchThreshold } from '../search/search-threshold.ts';
import { DropdownBox } from './dropdown-box.tsx';
import type { DropdownProps, ListProps } from './dropdown-props.ts';
import { NativeDropdown } from './native-dropdown.tsx';

type List = ComponentType<ListProps>;

const loadShort = async (): Promise<List> => (await import('./short-dropdown.tsx')).ShortDropdown;
const loadSearch = async (): Promise<List> =>
  (await import('./search-dropdown.tsx')).SearchDropdown;

/**
 * A choice of one. Its list opens as a sheet at the bottom of a phone, and below the box elsewhere.
 * More than five choices can be searched (§5). The code of the lists loads with the first dropdown;
 * where that fails, the system's own list opens.
 */
export function Dropdown(props: DropdownProps) {
  const { id, choices, onFocus, onBlur } = props;
  const List = useLateCode(choices.length > searchThreshold ? loadSearch : loadShort);
  const [isPressed, setIsPressed] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isThere = List !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list replaces the box
  useEffect(() => {
    // An open list focuses itself.
    if (isThere && hasFocus && !isPressed) document.getElementById(id)?.focus();
  }, [isThere]);

  if (List === 'failed') return <NativeDropdown {...props} />;
  if (List !== null) return <List {...props} isOpenAtFirst={isPressed} />;
  const handleFocus = () => {
    setHasFocus(true);
    onFocus?.();
  };
  const handleBlur = () => {
    setHasFocus(false);
    onBlur?.();
  };
  return (
    <DropdownBox
      {...props}
      onPress={() => setIsPressed(true)}
      onFocus={handleFocus}
      onBlur={handleBlur}
    />
  );
}
