import type { FieldDefinition } from '@kassa/contract';
import type { ComponentProps } from 'react';

type Category = NonNullable<FieldDefinition['category']>;

type Keyboard = Pick<
  ComponentProps<'input'>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'autoCorrect' | 'spellCheck' | 'dir'
>;

/** No automatic correction: a "corrected" code belongs to another account. */
const exact = { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const;

const keyboards: Record<Category, Keyboard> = {
  text: { autoComplete: 'off' },
  number: { ...exact, inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' },
  email: { ...exact, inputMode: 'email', autoComplete: 'email', dir: 'ltr' },
  name: { autoComplete: 'name', autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false },
  account: { ...exact, autoComplete: 'off', dir: 'ltr' },
  document: { ...exact, autoComplete: 'off', dir: 'ltr' },
  card: { ...exact, inputMode: 'numeric', autoComplete: 'cc-number', dir: 'ltr' },
};

/** Returns the on-screen keyboard and the browser's autofill for a category of value. */
export function keyboardOf(category: Category = 'text'): Keyboard {
  return keyboards[category];
}
