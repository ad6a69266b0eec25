import type { FieldDefinition } from '@kassa/contract';
import {
  buildDropdownField,
  buildNetworksField,
  buildPaymentMethod,
  buildPixFields,
  buildTextField,
} from '@kassa/test-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fields, loadFields } from '../fields/registry.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { TextProvider } from '../i18n/text-provider.tsx';
import { useSessionStore } from '../session/session-store.ts';
import { messagesOf } from '../testing/stage.tsx';
import type { FormControls, FormSubmission } from './form-controls.ts';
import { FormStage, type FormStageProps } from './testing/form-stage.tsx';
import { type Asked, createPlainFields } from './testing/plain-fields.tsx';

const scrollIntoView = vi.fn();

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  Element.prototype.scrollIntoView = scrollIntoView;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface SetUp extends FormStageProps {
  fields?: FieldDefinition[];
  ask?: Asked;
}

function show({ fields = [], ask, ...props }: SetUp = {}) {
  const answers: (FormSubmission | null)[] = [];
  const touched: string[] = [];
  const pressed: string[][] = [];
  let form: FormControls | undefined;
  const locale = resolvePlayerLocale('en');
  const plain = createPlainFields(ask);
  const element = (more: FormStageProps = {}) => (
    <TextProvider locale={locale} messages={messagesOf('en')} onError={console.error}>
      <FormStage
        load={async () => plain}
        method={buildPaymentMethod({ fields })}
        analytics={{
          touch: (name, event) => touched.push(`${event} ${name}`),
          press: (invalid) => pressed.push([...invalid]),
        }}
        onSubmission={(submission) => answers.push(submission)}
        onForm={(latest) => {
          form = latest;
        }}
        {...props}
        {...more}
      />
    </TextProvider>
  );
  const { rerender, unmount } = render(element());
  const controls = () => {
    if (form === undefined) throw new Error('No form was rendered.');
    return form;
  };
  return {
    user: userEvent.setup(),
    answers,
    touched,
    pressed,
    controls,
    change: (more: FormStageProps) => rerender(element(more)),
    unmount,
  };
}

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Deposit/ });
const looksDisabled = () => button().getAttribute('aria-disabled') === 'true';
const press = (name: string) => screen.getByRole('button', { name });

describe('a submission', () => {
  test('holds the amount and the fields’ values, in the same click', async () => {
    const { user, answers, controls } = show({ fields: [buildTextField()] });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), ' Rahim ');
    let answer: unknown;
    act(() => {
      answer = controls().submit();
    });
    expect(answer).toEqual({ amount: '50', isFromChip: false, fields: { holder: 'Rahim' } });
    await user.click(button());
    expect(answers).toEqual([answer]);
  });

  test('holds a quick pick, and no empty fields', async () => {
    const { user, answers } = show({ fields: [buildTextField({ isOptional: true })] });
    await box('Amount');
    await user.click(press('Pick 50'));
    await user.click(button());
    expect(answers).toEqual([{ amount: '50', isFromChip: true, fields: {} }]);
  });

  test('holds only the chosen type of a Pix key (§4)', async () => {
    const { user, answers } = show({ fields: buildPixFields() });
    await user.type(await box('Amount'), '50');
    await user.type(await box('CPF'), '12345678909');
    await user.click(press('email'));
    await user.type(await box('Email registered as Pix key'), 'a@b.c');
    await user.click(press('phone'));
    expect(screen.queryByLabelText('Email registered as Pix key')).toBeNull();
    await user.type(await box('Phone registered as Pix key'), '11961234567');
    await user.clear(await box('CPF'));
    await user.type(await box('CPF'), '12345678990');
    await user.click(button());
    screen.getByText('Check “CPF”: a digit seems to be wrong');
    expect(answers).toEqual([null]);
    await user.clear(await box('CPF'));
    await user.type(await box('CPF'), '12345678909');
    await user.click(button());
    expect(answers.at(-1)?.fields).toEqual({
      pixKeyType: 'phone',
      numberId: '12345678909',
      pixKey: '+5511961234567',
    });
    await user.click(press('email'));
    expect((await box('Email registered as Pix key')).value).toBe('a@b.c');
  });
});

describe('an error', () => {
  test('shows once a field is left, and hides while it has the focus', async () => {
    const { user } = show({ fields: [buildTextField({ validations: [{ regex: '^R' }] })] });
    await user.type(await box('Account holder'), 'x');
    expect(screen.queryByText(/as the bank knows it/)).toBeNull();
    await user.tab();
    const holder = await box('Account holder');
    const note = document.getElementById(holder.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toMatch(/as the bank knows it/);
    expect(screen.getByText('Account holder: Enter the name as the bank knows it')).toBeTruthy();
    await user.click(holder);
    expect(holder.hasAttribute('aria-invalid')).toBe(false);
  });

  test('shows at every invalid field after a press; the first comes into sight with the focus', async () => {
    const { user, answers, pressed } = show({
      fields: [
        buildTextField({ validations: [{ regex: '^R' }] }),
        buildTextField({ name: 'city', placeholder: { en: 'City' } }),
      ],
    });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), 'x');
    await user.type(await box('City'), 'y');
    await user.clear(await box('City'));
    await user.type(await box('City'), 'Dhaka');
    await user.click(button());
    expect(answers).toEqual([null]);
    expect(pressed).toEqual([['holder']]);
    expect(document.activeElement).toBe(await box('Account holder'));
    expect((await box('Account holder')).getAttribute('aria-invalid')).toBe('true');
    expect(scrollIntoView).toHaveBeenCalledWith({ behavior: 'smooth', block: 'center' });
    expect(screen.getByText('1 field needs your attention: Account holder')).toBeTruthy();
  });

  test('of an untouched form shows after a press; each further press leads to what is left', async () => {
    const { user, answers, pressed } = show({ fields: [buildTextField()] });
    await box('Amount');
    await user.click(button());
    expect([answers, pressed]).toEqual([[null], [['amount']]]);
    // It asks for the amount.
    expect([button().disabled, looksDisabled()]).toEqual([false, false]);
    await user.type(await box('Amount'), '50');
    expect(looksDisabled()).toBe(true);
    await user.click(button());
    expect(document.activeElement).toBe(await box('Account holder'));
    expect(screen.getByText('Enter the name as it stands on the account')).toBeTruthy();
    expect(screen.getByText('1 field needs your attention: Account holder')).toBeTruthy();
    expect(answers).toEqual([null, null]);
    await user.type(await box('Account holder'), 'R');
    expect(looksDisabled()).toBe(false);
  });

  test('of an amount makes the button look disabled at once', async () => {
    const { user } = show();
    await user.type(await box('Amount'), '5');
    expect(looksDisabled()).toBe(true);
    await user.type(await box('Amount'), '0');
    expect(looksDisabled()).toBe(false);
  });

  test('of an amount above the maximum shows at once: no further key can help', async () => {
    const { user } = show({ load: loadFields });
    await user.type(await box('Amount'), '999');
    expect((await box('Amount')).hasAttribute('aria-invalid')).toBe(false);
    await user.type(await box('Amount'), '9');
    expect((await box('Amount')).getAttribute('aria-invalid')).toBe('true');
    await user.type(await box('Amount'), '{Backspace}');
    expect((await box('Amount')).hasAttribute('aria-invalid')).toBe(false);
  });

  test('comes into sight without motion where the player prefers reduced motion', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    const { user } = show();
    await box('Amount');
    await user.click(button());
    expect(scrollIntoView).toHaveBeenLastCalledWith({ behavior: 'auto', block: 'center' });
  });

  test('of an amount shows half a second after the last key', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show();
    const amount = await box('Amount');
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.type(amount, '5');
    act(() => vi.advanceTimersByTime(400));
    expect(amount.hasAttribute('aria-invalid')).toBe(false);
    act(() => vi.advanceTimersByTime(200));
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(amount);
  });

  test('unknown limits disable the button', async () => {
    const { user } = show({ limits: { min: '0', max: '0' } });
    await user.type(await box('Amount'), '50');
    expect(button().disabled).toBe(true);
  });
});

describe('limits', () => {
  test('that load later validate the shown error again', async () => {
    const { user, change } = show();
    await user.type(await box('Amount'), '50');
    await user.tab();
    change({ limits: { min: '100', max: '500' } });
    expect((await box('Amount')).getAttribute('aria-invalid')).toBe('true');
    change({ limits: { min: '10', max: '500' } });
    expect((await box('Amount')).hasAttribute('aria-invalid')).toBe(false);
  });

  test('of the chosen network apply (§5)', async () => {
    const { user, answers, controls } = show({ fields: [buildNetworksField()] });
    await user.type(await box('Amount'), '15');
    await user.click(press('trc20'));
    expect(controls().context.limits).toEqual({ min: '30', max: '300' });
    await user.click(button());
    expect(answers).toEqual([null]);
    await user.click(press('erc20'));
    await user.click(button());
    expect(answers.at(-1)).toEqual({
      amount: '15',
      isFromChip: false,
      fields: { network: 'erc20' },
    });
  });

  test('of a chosen network keep what the player’s own limit leaves', async () => {
    const { user, answers, controls, change } = show({
      fields: [buildNetworksField()],
      limits: { min: '100', max: '40.00' },
    });
    await user.type(await box('Amount'), '35');
    expect(looksDisabled()).toBe(true);
    await user.click(press('trc20'));
    expect(controls().context.limits).toEqual({ min: '30', max: '40.00' });
    await user.click(button());
    expect(answers).toEqual([{ amount: '35', isFromChip: false, fields: { network: 'trc20' } }]);
    change({ limits: { min: '0', max: '0' } });
    expect(button().disabled).toBe(true);
  });
});

describe('the enter key', () => {
  test('leads on to an empty field, then submits', async () => {
    const { user, answers } = show({ fields: [buildTextField()] });
    await user.type(await box('Amount'), '50');
    expect((await box('Amount')).enterKeyHint).toBe('next');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await box('Account holder'));
    await user.keyboard('Rahim');
    expect((await box('Amount')).enterKeyHint).toBe('go');
    await user.keyboard('{Enter}');
    expect(answers).toEqual([{ amount: '50', isFromChip: false, fields: { holder: 'Rahim' } }]);
  });
});

describe('advanced fields', () => {
  const fields = [buildTextField({ isAdvanced: true })];

  test('are folded away behind a button', async () => {
    const { user } = show({ fields });
    await box('Amount');
    expect(screen.queryByRole('textbox', { name: 'Account holder' })).toBeNull();
    expect(press('More details').getAttribute('aria-expanded')).toBe('false');
    await user.click(press('More details'));
    expect(await box('Account holder')).toBeTruthy();
  });

  test('don’t count as errors while they are folded away', async () => {
    const { user } = show({ fields: [buildDropdownField(), ...fields] });
    await box('Amount');
    await user.click(button());
    expect(press('More details').getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('2 fields need your attention: Amount, Bank')).toBeTruthy();
  });

  test('unfold where one of them has an error', async () => {
    const { user } = show({ fields });
    await user.type(await box('Amount'), '50');
    await user.click(button());
    expect(document.activeElement).toBe(await box('Account holder'));
    expect(press('More details').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the server', () => {
  test('rejects a field: the error is in sight until the field is touched', async () => {
    const { user, controls, answers } = show({ fields: [buildTextField()] });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), 'Rahim');
    act(() => {
      expect(controls().refuseField('holder', { texts: { en: 'Not on file' } })).toBe(true);
      expect(controls().refuseField('iban', { texts: { en: 'Not on file' } })).toBe(false);
    });
    expect(screen.getByText('Not on file')).toBeTruthy();
    expect(document.activeElement).toBe(await box('Account holder'));
    await user.click(button());
    expect(answers.at(-1)).not.toBeNull();
  });

  test('rejects a field while the form is disabled: the field comes into sight afterwards', async () => {
    const { controls, change } = show({ fields: [buildTextField()] });
    await box('Amount');
    change({ isDisabled: true });
    act(() => void controls().refuseField('holder', { texts: { en: 'Not on file' } }));
    expect(document.activeElement).toBe(document.body);
    change({ isDisabled: false });
    expect(document.activeElement).toBe(await box('Account holder'));
    expect(screen.getByText('Not on file')).toBeTruthy();
  });

  test('asks for more fields: the values stay, and the new fields are sent', async () => {
    const { user, controls, answers, change } = show({ fields: [buildTextField()] });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), 'Rahim');
    act(() => controls().addFields([buildDropdownField()]));
    expect((await box('Amount')).disabled).toBe(true);
    expect((await box('Account holder')).value).toBe('Rahim');
    // The deposit itself uses up a part of the limits.
    change({ limits: { min: '10', max: '20' } });
    expect(document.activeElement).toBe(await box('Bank'));
    expect(looksDisabled()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'bravo' }));
    await user.click(button());
    expect(answers).toEqual([{ amount: '50', isFromChip: false, fields: { bank: 'bravo' } }]);
  });

  test('has a deposit already: its amount is shown and can’t be changed', async () => {
    const { user, answers } = show({ fixedAmount: '75', definitions: [buildTextField()] });
    expect((await box('Amount')).value).toBe('75');
    expect((await box('Amount')).disabled).toBe(true);
    await user.type(await box('Account holder'), 'Rahim');
    await user.click(button());
    expect(answers.at(-1)).toMatchObject({ amount: '75', fields: { holder: 'Rahim' } });
  });
});

describe('an asynchronous validation', () => {
  test('lets the press wait for its result', async () => {
    let answer: (fault: null) => void = () => {};
    const ask = () =>
      new Promise<null>((resolve) => {
        answer = resolve;
      });
    const { user, answers } = show({ fields: [buildTextField()], ask });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), 'Rahim');
    await user.keyboard('{Enter}');
    expect(screen.getByText('Checking…')).toBeTruthy();
    expect([answers, looksDisabled()]).toEqual([[], true]);
    await act(async () => answer(null));
    expect(answers).toHaveLength(1);
    expect(answers[0]?.fields).toEqual({ holder: 'Rahim' });
  });

  test('that fails technically doesn’t block the payment', async () => {
    const ask = () => Promise.reject(new Error('lost'));
    const { user, answers } = show({ fields: [buildTextField()], ask });
    await user.type(await box('Amount'), '50');
    await user.type(await box('Account holder'), 'Rahim');
    await user.click(button());
    await waitFor(() => expect(answers[0]?.fields).toEqual({ holder: 'Rahim' }));
  });
});

describe('the fields’ code', () => {
  test('is loaded again after failures', async () => {
    const plain = createPlainFields();
    let attempts = 0;
    const load = async (): Promise<Fields> => {
      attempts += 1;
      if (attempts <= 3) throw new Error('lost');
      return plain;
    };
    const { user } = show({ load });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await box('Amount')).toBeTruthy();
  });

  test('shows a skeleton while it loads, and a disabled button', () => {
    show({ load: () => new Promise(() => {}) });
    expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true');
    expect(button().disabled).toBe(true);
  });
});

describe('a draft', () => {
  const fields = [buildTextField()];

  test('survives a visit to another screen', async () => {
    const first = show({ fields });
    await first.user.type(await box('Amount'), '50');
    await first.user.type(await box('Account holder'), 'Rahim');
    first.unmount();
    show({ fields });
    expect([(await box('Amount')).value, (await box('Account holder')).value]).toEqual([
      '50',
      'Rahim',
    ]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Rahim');
  });

  test('isn’t shown for another method, nor to another player', async () => {
    const first = show({ fields });
    await first.user.type(await box('Account holder'), 'Rahim');
    act(() => useSessionStore.getState().forgetChoices());
    expect((await box('Account holder')).value).toBe('');
    await first.user.type(await box('Account holder'), 'Rahim');
    first.unmount();
    show({ method: buildPaymentMethod({ name: 'bkash', fields }) });
    expect((await box('Account holder')).value).toBe('');
  });

  test('doesn’t hold the fields of one deposit: a code is valid once', async () => {
    const first = show({ fields });
    await first.user.type(await box('Account holder'), 'Rahim');
    act(() =>
      first.controls().addFields([buildTextField({ name: 'otp', placeholder: { en: 'Code' } })]),
    );
    await first.user.type(await box('Code'), '123456');
    first.unmount();
    const second = show({ fields });
    expect((await box('Account holder')).value).toBe('Rahim');
    act(() =>
      second.controls().addFields([buildTextField({ name: 'otp', placeholder: { en: 'Code' } })]),
    );
    expect((await box('Code')).value).toBe('');
  });

  test('is deleted when the form is reset', async () => {
    const { user, controls } = show({ fields });
    await user.type(await box('Account holder'), 'Rahim');
    act(() => controls().addFields([buildDropdownField()]));
    act(() => controls().reset());
    expect((await box('Account holder')).value).toBe('');
    expect(screen.queryByLabelText('Bank')).toBeNull();
  });
});

test('each field reports to analytics what was done with it', async () => {
  const { user, touched } = show({ fields: [buildDropdownField()] });
  await user.type(await box('Amount'), '5');
  await user.click(press('alfa'));
  expect(touched).toEqual(['input_field amount', 'select_field bank']);
});

test('a prefilled amount stands in the input', async () => {
  const method = buildPaymentMethod({ prefilledAmount: { EUR: '100' } });
  const { user, answers } = show({ method });
  expect((await box('Amount')).value).toBe('100');
  await user.click(button());
  expect(answers.at(-1)?.amount).toBe('100');
});
