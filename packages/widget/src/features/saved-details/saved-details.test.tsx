import type { SavedDetails as Details, PaymentMethod } from '@kassa/contract';
import {
  buildPaymentMethod,
  buildSavedDetails,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { setPartStage } from '../../testing/part-stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { SavedDetails } from './saved-details.tsx';

const typed = buildPaymentMethod({ fields: [buildTextField({ name: 'iban' })] });
const ofDeposit = buildPaymentMethod({ paysToInstrument: true });
const two = [
  buildSavedDetails({ masked: 'GTBank •••• 6789' }),
  buildSavedDetails({ detailsId: 'details-2', masked: 'Zenith •••• 0001' }),
];

interface SetUp {
  method?: PaymentMethod;
  answers?: FakeAnswers;
  initial?: string | null;
  locale?: string;
}

function setUp(
  details: Details[],
  { method = typed, answers = {}, initial = null, locale = 'en' }: SetUp = {},
) {
  const onChoose = vi.fn<(detailsId: string | null) => void>();
  const onDeposit = vi.fn();
  function Choice() {
    const [chosen, setChosen] = useState(initial);
    const choose = (detailsId: string | null) => {
      onChoose(detailsId);
      setChosen(detailsId);
    };
    return (
      <>
        <h1 tabIndex={-1}>Payment</h1>
        <SavedDetails method={method} chosen={chosen} onChoose={choose} onDeposit={onDeposit} />
      </>
    );
  }
  const stage = setPartStage(<Choice />, {
    locale,
    answers: { 'saved-details-list': { details }, 'saved-details-remove': {}, ...answers },
  });
  render(stage.element);
  const { transport } = stage;
  const requests = (call: string) =>
    transport.calls.flatMap(({ name, request }) => (name === call ? [request] : []));
  return { user: userEvent.setup(), onChoose, onDeposit, requests, transport };
}

const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

test('saved details are offered beside other ones, which stay chosen', async () => {
  const { user, onChoose, requests } = setUp(two);
  expect((await radio(/GTBank •••• 6789.*Apr 17, 2026/)).checked).toBe(false);
  expect((await radio(/Enter other details/)).checked).toBe(true);
  expect(screen.getByRole('radiogroup', { name: 'Use again' })).toBeTruthy();
  await user.click(await radio(/Zenith/));
  expect((await radio(/Zenith/)).checked).toBe(true);
  await user.click(await radio(/other/));
  expect(onChoose.mock.calls).toEqual([['details-2'], [null]]);
  expect(requests('saved-details-list')).toEqual([{ paymentType: 'card' }]);
});

test('nothing shows without saved details, or where they fail to load', async () => {
  const { requests } = setUp([]);
  await waitFor(() => expect(requests('saved-details-list')).toHaveLength(1));
  expect(screen.queryByRole('radio')).toBeNull();
  const failed = setUp([], { answers: { 'saved-details-list': networkError('lost') } });
  await waitFor(() => expect(failed.requests('saved-details-list')).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a method without fields asks nothing', () => {
  const { requests } = setUp(two, { method: buildPaymentMethod() });
  expect(requests('saved-details-list')).toEqual([]);
});

test('details are removed after a question', async () => {
  const { user, onChoose, requests } = setUp(two, { initial: 'details-1' });
  await user.click(await screen.findByRole('button', { name: 'Remove GTBank •••• 6789' }));
  expect(document.activeElement?.textContent).toMatch(/Remove these details\?/);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText(/GTBank •••• 6789$/)).toBeNull());
  expect(requests('saved-details-remove')).toEqual([{ detailsId: 'details-1' }]);
  expect(screen.getByText('GTBank •••• 6789 was removed.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Use again');
  expect((await radio(/other/)).checked).toBe(true);
  expect(onChoose.mock.calls).toEqual([[null]]);
});

test('the last details leave the focus on the screen’s title', async () => {
  const { user } = setUp([buildSavedDetails()]);
  await user.click(await screen.findByRole('button', { name: /1234/ }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Payment');
});

test('details that are kept stay, and the focus is where it was', async () => {
  const { user, requests } = setUp(two);
  const remove = await screen.findByRole('button', { name: /Remove GTBank/ });
  await user.click(remove);
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(document.activeElement).toBe(remove);
  expect(requests('saved-details-remove')).toEqual([]);
});

test('a removal that fails says so; details that are gone already disappear', async () => {
  const { user, transport } = setUp(two, {
    answers: { 'saved-details-remove': networkError('lost') },
  });
  await user.click(await screen.findByRole('button', { name: /Remove GTBank/ }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/network connection failed/)).toBeTruthy();
  transport.answers['saved-details-remove'] = new TransportError({
    kind: 'refused',
    code: 'details.notFound',
    status: 404,
    message: '',
  });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('radio', { name: /GTBank/ })).toBeNull());
});

test('of many the first three show until the player asks for all', async () => {
  const many = Array.from({ length: 5 }, (_, index) =>
    buildSavedDetails({ detailsId: `details-${index}`, masked: `•••• 000${index}` }),
  );
  const { user } = setUp(many);
  await radio(/0002/);
  expect(screen.queryByRole('radio', { name: /0003/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await radio(/0004/)).toBeTruthy();
});

test('a choice that no longer exists is taken back', async () => {
  const { onChoose } = setUp(two, { initial: 'gone' });
  await waitFor(() => expect(onChoose.mock.calls).toEqual([[null]]));
});

test('a method that pays to the card of a deposit has no other way, and the last card is chosen', async () => {
  const card = buildSavedDetails({ isRemovable: false });
  const { onChoose } = setUp([card], { method: ofDeposit });
  expect((await radio(/1234/)).checked).toBe(true);
  expect(onChoose.mock.calls).toEqual([['details-1']]);
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});

test('without such a deposit it leads to one', async () => {
  const { user, onDeposit } = setUp([], { method: ofDeposit });
  expect(await screen.findByText(/Make a deposit with it first/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Make a deposit' }));
  expect(onDeposit).toHaveBeenCalledOnce();
});

test('cards that fail to load are asked for again', async () => {
  const { user, transport } = setUp([], {
    method: ofDeposit,
    answers: { 'saved-details-list': networkError('lost') },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('your cards and accounts');
  transport.answers['saved-details-list'] = { details: [buildSavedDetails()] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await radio(/1234/)).toBeTruthy();
});

test('the words about details keep them from left to right, also in Arabic', async () => {
  const { user } = setUp(two, { locale: 'ar' });
  const name = /\u2066GTBank •••• 6789\u2069/;
  await user.click(await screen.findByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'إزالة' }));
  expect(await screen.findByText(name)).toBeTruthy();
});
