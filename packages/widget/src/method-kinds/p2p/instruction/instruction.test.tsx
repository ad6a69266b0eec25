import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { banks, setUpP2p } from '../testing/set-up-p2p.tsx';

const path = '/deposit/peer-to-peer/instruction?method=card_p2p';
const method = { banks };
const choice = () => screen.findByRole('list', { name: 'Which bank do you pay from?' });

test('the form leads to the banks, the bank to its slides, and the last slide to the form', async () => {
  const { user, pathOf, router } = setUpP2p({ method });
  await user.type(await screen.findByLabelText('Amount'), '75');
  await user.click(screen.getByRole('link', { name: 'How to transfer from your bank' }));
  await choice();
  expect(screen.getAllByRole('listitem')).toHaveLength(banks.length);
  await user.click(screen.getByRole('link', { name: /Anorbank/ }));
  await screen.findByRole('group', { name: 'How to transfer from Anorbank' });
  expect(router.getPlace()?.search.bank).toBe('anorbank');
  expect(screen.getByText('Open the Anorbank app and sign in.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Slide 5 of 5' }));
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('75');
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
});

test('another bank can be chosen, and back leads to where the player came from', async () => {
  const { user, pathOf } = setUpP2p({ method });
  await user.click(await screen.findByRole('link', { name: 'How to transfer from your bank' }));
  await choice();
  await user.click(screen.getByRole('link', { name: /Asaka/ }));
  await user.click(await screen.findByRole('link', { name: 'Another bank' }));
  await choice();
  await user.click(screen.getByRole('link', { name: /TBC/ }));
  await screen.findByRole('group', { name: 'How to transfer from TBC' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
});

test('the address of a bank shows its slides at once', async () => {
  setUpP2p({ method, path: `${path}&bank=tbc` });
  expect(await screen.findByRole('group', { name: 'How to transfer from TBC' })).toBeTruthy();
});

test('an unknown bank leads to the choice', async () => {
  setUpP2p({ method, path: `${path}&bank=nobank` });
  expect(await choice()).toBeTruthy();
});

test('a method without banks has no instruction', async () => {
  const { pathOf } = setUpP2p({ path });
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
  expect(pathOf()).toBe('/deposit/peer-to-peer/base');
  expect(screen.queryByRole('link', { name: 'How to transfer from your bank' })).toBeNull();
});
