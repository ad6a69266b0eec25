import { buildNetworksField, buildPaymentMethod, buildTextField } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Failure } from '../features/failure/failure.ts';
import { setPartStage } from '../testing/part-stage.tsx';
import type { FormSubmission } from './form-controls.ts';
import { SubmitForm } from './submit-form.tsx';
import type { Submitter, SubmitterTurn } from './submitter.ts';
import { createPlainFields } from './testing/plain-fields.tsx';
import { LoadFieldsContext } from './use-fields.ts';
import { useForm } from './use-form.ts';

const method = buildPaymentMethod({ name: 'card-out', fields: [buildTextField()] });
const fields = createPlainFields();

/** A withdrawal: the form doesn't know that money goes out. */
function Withdrawal({ onSubmit }: { onSubmit: (submission: FormSubmission) => void }) {
  const [turn, setTurn] = useState<SubmitterTurn>({ kind: 'player', failure: null });
  const [added, setAdded] = useState<Submitter['addedFields']>();
  const form = useForm({
    method,
    currency: 'EUR',
    country: 'de',
    locale: 'en',
    limits: { min: '10', max: '500' },
    draftName: 'withdrawal card-out',
    isDisabled: turn.kind !== 'player',
  });
  const submitter: Submitter = {
    turn,
    addedFields: added,
    submit: (submission) => {
      onSubmit(submission);
      setTurn({ kind: 'submitter', words: 'Asking for your money' });
    },
    dismissFailure: () => setTurn({ kind: 'player', failure: null }),
    describeButton: ({ value }) => ({ words: `Withdraw ${value}` }),
  };
  const goOn = (next: SubmitterTurn) => () => setTurn(next);
  return (
    <>
      <SubmitForm form={form} submitter={submitter} id="withdrawal" isOneClick={false} />
      <button type="button" onClick={goOn({ kind: 'player', failure: refusal })}>
        refuse
      </button>
      <button type="button" onClick={goOn({ kind: 'player', failure: ofAnother })}>
        refuse another
      </button>
      <button type="button" onClick={goOn({ kind: 'over', instead: <p>On its way</p> })}>
        pay
      </button>
      <button
        type="button"
        onClick={() => {
          setAdded([buildNetworksField()]);
          setTurn({ kind: 'player', failure: null });
        }}
      >
        ask more
      </button>
    </>
  );
}

const refusal: Failure = {
  kind: 'refused',
  code: 'banking.paymentMethodRegex',
  message: '',
  params: { field: 'holder', problem: 'missing' },
  status: 400,
};

const ofAnother: Failure = { ...refusal, params: { field: 'iban', problem: 'missing' } };

async function show() {
  const onSubmit = vi.fn();
  Element.prototype.scrollIntoView = () => {};
  const part = (
    <LoadFieldsContext value={async () => fields}>
      <Withdrawal onSubmit={onSubmit} />
    </LoadFieldsContext>
  );
  render(setPartStage(part).element);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '50');
  await user.type(screen.getByRole('textbox', { name: 'Account holder' }), 'Rahim');
  const press = (name: RegExp | string) => user.click(screen.getByRole('button', { name }));
  return { user, onSubmit, press };
}

test('the form submits a withdrawal as it does a deposit', async () => {
  const { onSubmit, press } = await show();
  await press('Withdraw 50');
  expect(onSubmit.mock.calls).toEqual([
    [{ amount: '50', isFromChip: false, fields: { holder: 'Rahim' } }],
  ]);
  expect(await screen.findByText('Asking for your money')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).disabled).toBe(true);
});

test('a rejection of a field shows at the field alone', async () => {
  const { user, press } = await show();
  await press('Withdraw 50');
  await press('refuse');
  const holder = await screen.findByRole('textbox', { name: 'Account holder' });
  expect(holder.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(holder);
  const isOver = () => screen.queryByRole('button', { name: 'Close this message' }) !== null;
  expect(isOver()).toBe(false);
  await user.type(holder, 'R');
  expect(isOver()).toBe(false);
});

test('a rejection of a field that the form doesn’t have shows above the form', async () => {
  const { press } = await show();
  await press('Withdraw 50');
  await press('refuse another');
  await press('Close this message');
  expect(screen.queryByRole('button', { name: 'Close this message' })).toBeNull();
});

test('requested fields are added, and a finished submission replaces the button', async () => {
  const { press } = await show();
  await press('Withdraw 50');
  await press('ask more');
  expect(await screen.findByRole('textbox', { name: 'Network' })).toBeTruthy();
  await press('pay');
  expect(screen.getByText('On its way')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
});
