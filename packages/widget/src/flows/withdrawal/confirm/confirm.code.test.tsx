import { buildDestination, buildQuote, type FakeAnswers } from '@kassa/test-kit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { created, creationsOf, refused } from '../testing/creations.ts';
import { setUpConfirmation } from '../testing/set-up-withdrawal.tsx';

const nextAt = Date.now() + 30_000;
const sent = { sentTo: '+49 ••• 89', expiresAt: nextAt + 600_000, nextAt };
const coded: FakeAnswers = {
  ...created,
  'withdrawal-quote': buildQuote({ needsCode: true }),
  'withdrawal-code': sent,
};
const findBox = () => screen.findByLabelText<HTMLInputElement>('Code from the message');

async function setUpCode(answers: FakeAnswers = {}) {
  const stage = await setUpConfirmation({ ...coded, ...answers });
  await stage.user.click(screen.getByRole('button', { name: 'Send me a code' }));
  return { ...stage, box: await findBox() };
}

test('it is sent, typed and checked', async () => {
  const { user, box, confirm, callsOf, at, events } = await setUpCode();
  const asked = events().filter(({ button_name }) => button_name === 'get_code');
  expect(asked).toMatchObject([{ event: 'button', form_type: 'withdrawal_confirm' }]);
  expect(screen.getByText('We have sent a code to +49 ••• 89.')).toBeTruthy();
  expect(document.activeElement).toBe(box);
  expect(box.autocomplete).toBe('one-time-code');
  await confirm();
  expect(screen.getByText('Enter all 6 digits of the code')).toBeTruthy();
  await user.type(box, '12٣x456');
  expect(box.value).toBe('123456');
  await confirm();
  await at('Withdrawal complete');
  expect(creationsOf(callsOf)[0]?.request.code).toBe('123456');
});

test('a wrong one is told beside it, and the next one is a new request', async () => {
  const { user, box, confirm, callsOf } = await setUpCode({
    'withdrawal-create': refused('code.wrong'),
  });
  await user.type(box, '111111');
  await confirm();
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy();
  const again = await findBox();
  await user.clear(again);
  await user.type(again, '222222');
  await confirm();
  await waitFor(() => expect(creationsOf(callsOf)).toHaveLength(2));
  const [first, second] = creationsOf(callsOf);
  expect(second?.key).not.toBe(first?.key);
  expect(second?.request.code).toBe('222222');
});

test('one that has expired makes room for another', async () => {
  const { user, box } = await setUpCode({ 'withdrawal-create': refused('code.expired') });
  await user.type(box, '111111');
  // The enter key submits, and the focus stays.
  if (box.form !== null) fireEvent.submit(box.form);
  expect(await screen.findByText(/This code no longer works/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send me a code' }));
});

test('one that was sent is asked for again after a look at the form', async () => {
  const { user, confirm, callsOf, at } = await setUpCode();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await at('Withdrawal redirect');
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  const box = await findBox();
  expect(document.activeElement).not.toBe(box);
  await user.type(box, '123456');
  await confirm();
  await at('Withdrawal complete');
  expect(callsOf('withdrawal-code')).toHaveLength(1);
});

test('one for another amount is sent anew', async () => {
  const { user, at } = await setUpCode();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await at('Withdrawal redirect');
  const amount = await screen.findByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '60');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeTruthy();
});

test('where one was sent lately, the player reads how long to wait', async () => {
  const { user } = await setUpConfirmation({
    ...coded,
    'withdrawal-code': refused('rate.limited', 429, { seconds: '45' }),
  });
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  expect(screen.getByText('Another code in').textContent).toMatch(/00:4\d/);
});

test('one that could not be sent is told in its own words', async () => {
  const { user } = await setUpConfirmation({
    ...coded,
    'withdrawal-code': refused('server.unavailable', 503),
  });
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByText('The code couldn’t be sent. Try again in a moment.')).toBeTruthy();
  expect(screen.queryByText(/cashier is busy/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Send me a code' })).toBeTruthy();
});

test('another one can be sent once it may be', async () => {
  const { user, callsOf } = await setUpCode({ 'withdrawal-code': { ...sent, nextAt: 0 } });
  await user.click(await screen.findByRole('button', { name: 'Send another code' }));
  await waitFor(() => expect(callsOf('withdrawal-code')).toHaveLength(2));
});

test('the server may ask for it only at the creation', async () => {
  const { confirm } = await setUpConfirmation({
    ...coded,
    'withdrawal-quote': buildQuote(),
    'withdrawal-create': refused('code.required'),
  });
  const regions = screen.getAllByRole('status');
  await confirm();
  expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeTruthy();
  const words = 'To protect your money, this withdrawal is confirmed by a code.';
  // A region that comes up with its words isn't read out.
  expect(screen.getAllByText(words).some((one) => regions.includes(one))).toBe(true);
  expect(screen.queryByText('Enter the code that was sent to you.')).toBeNull();
});

test('saved details are shown whole by the code', async () => {
  const excerpt = buildDestination({
    parts: [{ field: 'account', value: 'DE893…13000' }],
    isPartial: true,
  });
  const { user, box, transport, callsOf } = await setUpCode({
    'withdrawal-quote': buildQuote({ needsCode: true, destinationDetails: excerpt }),
  });
  expect(screen.getByText('DE893…13000')).toBeTruthy();
  const whole = screen.getByRole('button', { name: 'Show in full' });
  await user.click(whole);
  expect(screen.getByText('Enter all 6 digits of the code')).toBeTruthy();
  await user.type(box, '123456');
  transport.answers['withdrawal-quote'] = buildQuote({
    needsCode: true,
    destinationDetails: {
      ...excerpt,
      isPartial: false,
      parts: [{ field: 'account', value: '3000' }],
    },
  });
  await user.click(whole);
  expect(await screen.findByText('3000')).toBeTruthy();
  expect(callsOf('withdrawal-quote').at(-1)?.request).toMatchObject({ code: '123456' });
  expect(screen.queryByRole('button', { name: 'Show in full' })).toBeNull();
  expect((await findBox()).value).toBe('123456');
});
