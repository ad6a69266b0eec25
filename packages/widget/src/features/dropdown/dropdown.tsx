import { lazy, Suspense, useState } from 'react';
import { searchThreshold } from '../search/search-threshold.ts';
import { DropdownBox } from './dropdown-box.tsx';
import type { DropdownProps } from './dropdown-props.ts';
import { NativeDropdown } from './native-dropdown.tsx';

const useNativeDropdown = () => ({ default: NativeDropdown });

const ShortDropdown = lazy(() =>
  import('./short-dropdown.tsx').then(
    ({ ShortDropdown }) => ({ default: ShortDropdown }),
    useNativeDropdown,
  ),
);

const SearchDropdown = lazy(() =>
  import('./search-dropdown.tsx').then(
    ({ SearchDropdown }) => ({ default: SearchDropdown }),
    useNativeDropdown,
  ),
);

/**
 * A choice of one: its list opens as a sheet at the bottom of a phone, below the box elsewhere. One
 * of more than five can be searched (§5). The code of the lists comes with the first of them; where
 * it can't be had, the system's own list opens.
 */
export function Dropdown(props: DropdownProps) {
  const List = props.choices.length > searchThreshold ? SearchDropdown : ShortDropdown;
  const [isPressed, setIsPressed] = useState(false);
  return (
    <Suspense fallback={<DropdownBox {...props} onPress={() => setIsPressed(true)} />}>
      <List {...props} isOpenAtFirst={isPressed} />
    </Suspense>
  );
}
