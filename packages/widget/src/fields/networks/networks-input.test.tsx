import type { FieldOf } from '@kassa/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { layOutLists } from '../../testing/lay-out.ts';
import { showField } from '../../testing/show-field.tsx';
import { field } from './field.ts';

layOutLists();

const ask = (...names: string[]): FieldOf<'networks'> => ({
  type: 'networks',
  name: 'network',
  placeholder: { en: 'Network' },
  values: names.map((name) => ({ value: name.toLowerCase(), text: { en: name } })),
});

test('a few networks stand side by side, and one of them is chosen from the start', async () => {
  const { user, values } = showField(field, ask('ERC-20', 'TRC-20', 'BEP-20'));
  screen.getByRole('radiogroup', { name: 'Network' });
  expect(screen.getByRole('radio', { name: 'TRC-20', checked: true })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'ERC-20' }));
  expect(values).toEqual(['erc-20']);
});

test('a focus on the group moves to the chosen network', async () => {
  const { user, values } = showField(field, ask('ERC-20', 'TRC-20', 'BEP-20'));
  screen.getByRole('radiogroup').focus();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'TRC-20' }));
  await user.keyboard('{ArrowRight}');
  expect(values).toEqual(['bep-20']);
});

test('many networks are a list with a case-insensitive search', async () => {
  const names = ['ERC-20', 'BEP-20', 'Solana', 'Polygon', 'Avalanche', 'Arbitrum'];
  const { user, values } = showField(field, ask(...names));
  const box = screen.getByRole('combobox', { name: 'Network' });
  expect(box.textContent).toBe('Arbitrum');
  await waitFor(() => expect(box.isConnected).toBe(false));
  await user.click(screen.getByRole('combobox', { name: 'Network' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'soL');
  await user.click(await screen.findByRole('option', { name: 'Solana' }));
  expect(values).toEqual(['solana']);
});

test('a kept network that no longer exists is replaced', () => {
  const definition = ask('ERC-20', 'BEP-20');
  expect(field.format('trc-20', definition, {} as never)).toBe('bep-20');
  expect(field.format('erc-20', definition, {} as never)).toBe('erc-20');
});
