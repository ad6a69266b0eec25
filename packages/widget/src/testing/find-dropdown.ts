import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Finds a dropdown's box once the code of its list is there: the box before it is replaced. */
export async function findDropdown(name: string | RegExp): Promise<HTMLElement> {
  const find = () => screen.getByRole('combobox', { name });
  await waitFor(() => expect(find().getAttribute('aria-busy')).toBeNull());
  return find();
}
