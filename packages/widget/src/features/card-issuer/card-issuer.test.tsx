import type { CallRequest, FieldOf } from '@kassa/contract';
import type { FakeAnswers } from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { field } from '../../fields/text/field.ts';
import { FieldStage } from '../../testing/field-stage.tsx';
import { setPartStage } from '../../testing/part-stage.tsx';
import { theBox } from '../../testing/show-field.tsx';

const visa = { name: 'Visa', iconId: 'visa' };

/** 6 digits identify the scheme, and 8 digits the bank. */
const answer = ({ bin }: CallRequest<'bank-get'>) => {
  if (bin.startsWith('000000')) return { scheme: null, bank: null };
  const bank = bin === '41111122' ? { name: 'Sample Direct', country: null } : null;
  return { scheme: visa, bank };
};

function setUp({
  part,
  bankGet = answer,
}: {
  part?: Partial<FieldOf<'text'>>;
  bankGet?: FakeAnswers['bank-get'];
} = {}) {
  const definition: FieldOf<'text'> = {
    type: 'text',
    name: 'number',
    category: 'card',
    placeholder: { en: 'Field' },
    showsCardIssuer: true,
    ...part,
  };
  const stage = setPartStage(<FieldStage field={field} definition={definition} />, {
    answers: { 'bank-get': bankGet },
  });
  render(stage.element);
  return {
    user: userEvent.setup(),
    /** The requests of `bank-get`. */
    asked: () =>
      stage.transport.calls.flatMap(({ name, request }) => (name === 'bank-get' ? [request] : [])),
    calls: stage.transport.calls,
  };
}

const ask = (bin: string) => ({ payment_method: 'card', bin });

/** Waits for longer than the debounce of the form. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

test('six digits show the scheme, eight the bank, with its logo and as the description', async () => {
  const { user, asked } = setUp();
  await user.type(theBox(), '411111');
  expect(await screen.findByText('Visa')).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('icons/visa.svg');
  await user.type(theBox(), '22');
  expect(await screen.findByText('Visa · Sample Direct')).toBeTruthy();
  const described = { name: 'Field', description: 'Visa · Sample Direct' };
  expect(screen.getByRole('textbox', described)).toBe(theBox());
  expect(screen.getByRole('status').textContent).toBe('Visa · Sample Direct');
  expect(asked()).toEqual([ask('411111'), ask('41111122')]);
});

test.each([undefined, '0000 0000 0000 0000'])(
  'with the mask %s no more than eight digits of a number are sent',
  async (mask) => {
    const { user, asked, calls } = setUp({ part: { mask } });
    await waitFor(() => expect(theBox().readOnly).toBe(false));
    await user.click(theBox());
    await user.paste('4111 1122 3333 4444');
    expect(await screen.findByText('Visa · Sample Direct')).toBeTruthy();
    await user.type(theBox(), '{Backspace}{Backspace}');
    await aWhile();
    expect(asked()).toEqual([ask('41111122')]);
    expect(JSON.stringify(calls)).not.toMatch(/\d{9}/);
  },
);

test('nothing is requested between two digits', () => {
  const { asked } = setUp();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waitAfter = (digits: string) => {
    fireEvent.change(theBox(), { target: { value: digits } });
    act(() => void vi.advanceTimersByTime(300));
  };
  waitAfter('411111');
  waitAfter('41111122');
  expect(asked()).toEqual([]);
  waitAfter('411111223');
  expect(asked()).toEqual([ask('41111122')]);
});

test('a deleted number is no longer shown, and the same BIN is not requested again', async () => {
  const { user, asked } = setUp();
  await user.type(theBox(), '411111');
  expect(await screen.findByText('Visa')).toBeTruthy();
  await user.type(theBox(), '{Backspace}');
  expect(screen.queryByText('Visa')).toBeNull();
  await aWhile();
  await user.type(theBox(), '1');
  expect(await screen.findByText('Visa')).toBeTruthy();
  expect(asked()).toEqual([ask('411111')]);
});

test('nothing is shown for an unknown card', async () => {
  const { user, asked } = setUp();
  await user.type(theBox(), '000000');
  await waitFor(() => expect(asked()).toEqual([ask('000000')]));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(document.querySelector('img')).toBeNull();
});

test('a failed request shows nothing and is not repeated', async () => {
  const { user, asked } = setUp({ bankGet: new Error('no network') });
  await user.type(theBox(), '411111');
  await waitFor(() => expect(asked()).toEqual([ask('411111')]));
  await user.type(theBox(), '{Backspace}');
  await aWhile();
  await user.type(theBox(), '1');
  await aWhile();
  expect(asked()).toEqual([ask('411111')]);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field without the attribute requests nothing', async () => {
  const fetchBank = vi.fn(answer);
  const { user } = setUp({ part: { showsCardIssuer: undefined }, bankGet: fetchBank });
  await user.type(theBox(), '41111122');
  await aWhile();
  expect(fetchBank).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});
