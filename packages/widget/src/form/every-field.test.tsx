import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { useSessionStore } from '../session/session-store.ts';
import { layOutLists } from '../testing/lay-out.ts';
import { messagesOf } from '../testing/stage.tsx';
import type { FormSubmission } from './form-controls.ts';
import { FormStage } from './testing/form-stage.tsx';
import { bdtMethod } from './testing/sample-forms.ts';

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  Element.prototype.scrollIntoView = vi.fn();
});

layOutLists();

// The timeout is long: the test types a lot, and a busy machine is slow.
test('a form with a field of each type is filled in, shows its errors, and is submitted', async () => {
  const answers: (FormSubmission | null)[] = [];
  const locale = resolvePlayerLocale('en');
  render(
    <TextProvider locale={locale} messages={messagesOf('en')} onError={console.error}>
      <FormStage
        method={bdtMethod}
        currency="BDT"
        country="bd"
        onSubmission={(submission) => answers.push(submission)}
      />
    </TextProvider>,
  );
  const user = userEvent.setup();
  const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Deposit/ });

  await screen.findByLabelText('Amount');
  await user.click(screen.getByRole('button', { name: '2,500' }));
  await user.type(box('Phone number'), '1812345678');
  await user.type(box('Account holder'), 'R');
  await waitFor(() => expect(box('Tax number (PAN)').readOnly).toBe(false));
  await user.type(box('Tax number (PAN)'), 'abcde1234f');
  await user.click(await screen.findByRole('combobox', { name: /^City/, busy: false }));
  await user.click(await screen.findByRole('option', { name: 'Sylhet' }));
  await user.click(screen.getByRole('radio', { name: 'BEP-20' }));
  await user.click(button());
  expect(answers).toEqual([null]);
  expect(screen.getByText('Enter the name as it stands on the account')).toBeTruthy();
  expect(document.activeElement).toBe(box('Account holder'));

  await user.type(box('Account holder'), 'ahim Uddin');
  // The advanced fields are folded away until one of them keeps the form from being sent.
  await user.click(button());
  await user.type(box('Branch number'), '12345');
  await user.click(button());
  expect(answers.at(-1)).toEqual({
    amount: '2500',
    isFromChip: true,
    fields: {
      phone: '+8801812345678',
      holder: 'Rahim Uddin',
      pan: 'ABCDE1234F',
      city: 'sylhet',
      network: 'bep20',
      branch: '12345',
    },
  });
});
