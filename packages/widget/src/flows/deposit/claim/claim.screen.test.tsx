import { mostProofBytes, mostProofs, proofTypes } from '@kassa/contract';
import { buildClaim } from '@kassa/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { buildFile, fakePictures } from './testing/fake-pictures.ts';
import { answersFor, button, claimable, fileInput, setUpClaim } from './testing/set-up-claim.tsx';

beforeEach(() => void fakePictures());
afterEach(() => vi.restoreAllMocks());

const refusal = (code: string, status = 422) =>
  new TransportError({ kind: 'refused', code, message: code, status });

const heading = (name: string) => screen.findByRole('heading', { name });

/** Chooses a receipt and waits until it is read. */
async function choose(
  { user }: ReturnType<typeof setUpClaim>,
  file: File = buildFile('png', { name: 'receipt.png' }),
) {
  await user.upload(await fileInput(), file);
  await screen.findByText(file.name);
}

describe('the form', () => {
  test('says what to send, for which deposit', async () => {
    setUpClaim();
    expect(await heading('What to send')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'A receipt or a screenshot from your bank or wallet',
      'It has to show the amount, the date and the recipient',
      'And the bank’s transaction number, if there is one',
    ]);
    expect(screen.getByText('€50.00')).toBeTruthy();
    expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy the reference' })).toBeTruthy();
  });

  test('takes the types that the server takes', async () => {
    setUpClaim();
    expect((await fileInput()).accept).toBe([...proofTypes, '.heic', '.heif'].join(','));
  });

  test('shows a picture before it is sent, and replaces or removes it', async () => {
    const stage = setUpClaim();
    await choose(stage);
    const picture = screen.getByRole<HTMLImageElement>('img', { name: 'The chosen picture' });
    expect(picture.src).toMatch(/^data:image\/png;base64,/);
    expect(screen.getByText('receipt.png is chosen')).toBeTruthy();
    await choose(stage, buildFile('pdf', { name: 'transfer.pdf', bytes: 250_000 }));
    expect(screen.queryByRole('img', { name: 'The chosen picture' })).toBeNull();
    expect(screen.getByText('244 kB')).toBeTruthy();
    await stage.user.click(await button('Remove'));
    expect(screen.queryByText('transfer.pdf')).toBeNull();
    expect(document.activeElement).toBe(await fileInput());
  });

  test('takes a dropped file, and a pasted one', async () => {
    setUpClaim();
    const field = (await fileInput()).parentElement as HTMLElement;
    fireEvent.drop(field, { dataTransfer: { files: [buildFile('png', { name: 'dropped.png' })] } });
    expect(await screen.findByText('dropped.png')).toBeTruthy();
    const clipboardData = { files: [buildFile('png', { name: 'pasted.png' })] };
    act(() => void window.dispatchEvent(Object.assign(new Event('paste'), { clipboardData })));
    expect(await screen.findByText('pasted.png')).toBeTruthy();
  });

  test.each([
    ['that is damaged', buildFile('jpeg'), /We can’t read this file\. .*PNG, WebP, HEIC or AVIF/],
    ['that is too large', buildFile('pdf', { bytes: mostProofBytes + 1 }), /too large.*5 MB/],
  ])('refuses a file %s at once, at its field', async (_, file, words) => {
    fakePictures({ isBroken: true });
    const { user, callsOf, eventsOf } = setUpClaim();
    await user.upload(await fileInput(), file);
    await waitFor(async () =>
      expect((await fileInput()).getAttribute('aria-invalid')).toBe('true'),
    );
    const input = await fileInput();
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toMatch(words);
    expect(callsOf('deposit-claim')).toEqual([]);
    expect(eventsOf('error')).toMatchObject([{ field_name: 'proof', form_type: 'claim' }]);
  });

  test('without a file leads to the field', async () => {
    const { user, callsOf } = setUpClaim();
    await user.click(await button('Send'));
    expect(document.activeElement).toBe(await fileInput());
    expect(screen.getAllByText('Choose a receipt or a screenshot first')).toHaveLength(2);
    expect(callsOf('deposit-claim')).toEqual([]);
  });

  test('counts the characters of the comment, which outlives the screen', async () => {
    const { user, router } = setUpClaim();
    const box = await screen.findByLabelText<HTMLTextAreaElement>(/^Comment/);
    expect(box.maxLength).toBe(500);
    await user.type(box, 'Paid at noon');
    expect(screen.getByText('Characters left: 488')).toBeTruthy();
    act(() => router.navigate({ to: 'Deposit history' }));
    await screen.findByRole('link', { name: /KS-7Q2M-41XK/ });
    act(() => router.navigate({ to: 'Deposit claim', search: { depositId: 'deposit-1' } }));
    const again = await screen.findByLabelText<HTMLTextAreaElement>(/^Comment/);
    expect(again.value).toBe('Paid at noon');
  });
});

describe('sending', () => {
  test('opens the claim, says what happens next and leads back', async () => {
    const stage = setUpClaim();
    const { user, callsOf, router } = stage;
    await choose(stage);
    await user.type(await screen.findByLabelText(/^Comment/), ' Paid at noon ');
    await user.click(await button('Send'));
    const title = await heading('We are looking for your payment');
    expect(callsOf('deposit-claim')).toMatchObject([
      {
        request: { depositId: 'deposit-1', proof: expect.any(String), comment: 'Paid at noon' },
        idempotencyKey: expect.any(String),
      },
    ]);
    expect(document.activeElement).toBe(title);
    expect(screen.getByText('Your file was sent.')).toBeTruthy();
    expect(screen.getByText(/^Answer by .* \(in 23 hours\)$/)).toBeTruthy();
    await user.click(await button('History'));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/history'));
  });

  test('tells that it runs, locks the fields, and can be stopped', async () => {
    const stage = setUpClaim(claimable(), { answers: { 'deposit-claim': 'never' } });
    await choose(stage);
    await stage.user.click(await button('Send'));
    expect(await screen.findByRole('progressbar', { name: 'Sending your file…' })).toBeTruthy();
    expect((await button('Send')).getAttribute('aria-busy')).toBe('true');
    expect((await fileInput()).disabled).toBe(true);
    await stage.user.click(await button('Stop sending'));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('receipt.png')).toBeTruthy();
    expect(document.activeElement).toBe(await button('Send'));
  });

  test('again after a lost response keeps file, comment and key; another file has another key', async () => {
    const stage = setUpClaim(claimable(), { answers: { 'deposit-claim': networkError('lost') } });
    const { user, callsOf } = stage;
    await choose(stage);
    await user.type(await screen.findByLabelText(/^Comment/), 'Noon');
    await user.click(await button('Send'));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /network connection failed.*Your file and your comment are still here/,
    );
    await user.click(await button('Try again'));
    await waitFor(() => expect(callsOf('deposit-claim')).toHaveLength(2));
    await screen.findByRole('alert');
    await choose(stage, buildFile('pdf', { name: 'other.pdf' }));
    await user.click(await button('Send'));
    await waitFor(() => expect(callsOf('deposit-claim')).toHaveLength(3));
    const [first, second, third] = callsOf('deposit-claim');
    expect(second).toEqual(first);
    expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test.each([
    ['proof.unreadable', 422, /We can’t read this file/],
    ['request.tooLarge', 413, /This file is too large/],
    // A proxy in front of the server.
    ['server.error', 413, /This file is too large/],
  ])('a file that is refused with %s (%i) is told at its field', async (code, status, words) => {
    const stage = setUpClaim(claimable(), { answers: { 'deposit-claim': refusal(code, status) } });
    await choose(stage);
    await stage.user.click(await button('Send'));
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect((await fileInput()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('too often is told on the page, and the file stays', async () => {
    const answers = { 'deposit-claim': refusal('rate.limited', 429) };
    const stage = setUpClaim(claimable(), { answers });
    await choose(stage);
    await stage.user.click(await button('Send'));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    expect(screen.getByText('receipt.png')).toBeTruthy();
  });

  test('for a deposit that takes no claim any more shows its present state', async () => {
    const stage = setUpClaim(claimable(), {
      answers: { 'deposit-claim': refusal('claim.notPossible', 409) },
    });
    await choose(stage);
    const credited = claimable({ status: 'PAYED', canClaim: false });
    Object.assign(stage.transport.answers, answersFor(credited));
    stage.transport.answers['deposit-claim'] = refusal('claim.notPossible', 409);
    await stage.user.click(await button('Send'));
    expect(await heading('€50.00 received')).toBeTruthy();
  });

  test('a file too many shows the claim with its files', async () => {
    const claim = buildClaim({ status: 'moreNeeded', proofs: mostProofs });
    const stage = setUpClaim(claimable({ claim }));
    await choose(stage);
    Object.assign(stage.transport.answers, answersFor(claimable({ claim, canClaim: false })));
    stage.transport.answers['deposit-claim'] = refusal('claim.tooManyProofs');
    await stage.user.click(await button('Send'));
    expect(await screen.findByText('Files sent: 5 More can’t be sent.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });

  test('is reported to analytics, without a name or the content', async () => {
    const stage = setUpClaim();
    await choose(stage, buildFile('png', { name: 'my-secret-name.png' }));
    await stage.user.click(await button('Send'));
    await heading('We are looking for your payment');
    const form = { form_type: 'claim', currency: 'EUR' };
    expect(stage.eventsOf('form_view')).toMatchObject([form]);
    expect(stage.eventsOf('select_field')).toMatchObject([{ ...form, field_name: 'proof' }]);
    expect(stage.eventsOf('button')).toMatchObject([{ ...form, button_name: 'claim' }]);
    expect(stage.eventsOf('submit')).toMatchObject([form]);
    expect(JSON.stringify(stage.bridge.sent)).not.toContain('my-secret-name');
  });
});

describe('the state', () => {
  test('asks for a better proof with the operator’s words, and takes one', async () => {
    const message = 'The recipient can’t be read.';
    const claim = buildClaim({ status: 'moreNeeded', message });
    const stage = setUpClaim(claimable({ claim }));
    expect(await heading('We need a better proof')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    await choose(stage);
    await stage.user.click(await button('Send'));
    expect(await heading('We are looking for your payment')).toBeTruthy();
  });

  test('of an open claim takes a further file', async () => {
    const { user } = setUpClaim(claimable({ claim: buildClaim() }));
    await heading('We are looking for your payment');
    await user.click(await button('Send another file'));
    expect(await fileInput()).toBeTruthy();
  });

  test('that is late says so, instead of a time that has passed', async () => {
    const dueAt = new Date(Date.now() - 60_000).toISOString();
    setUpClaim(claimable({ claim: buildClaim({ dueAt }) }));
    expect(await screen.findByText(/it takes longer\. We are still looking/)).toBeTruthy();
    expect(screen.queryByText(/^Answer by/)).toBeNull();
  });

  test('measures the time by the server’s clock', async () => {
    const now = new Date(Date.now() - 10 * 3_600_000).toISOString();
    const deposit = claimable({ claim: buildClaim() });
    setUpClaim(deposit, { answers: { 'deposit-get': { deposit, created: null, now } } });
    expect(await screen.findByText(/\(in 33 hours\)$/)).toBeTruthy();
  });

  test('of a refused claim has the reason, and the reference for support', async () => {
    const claim = buildClaim({ status: 'refused', message: 'Nothing arrived.' });
    setUpClaim(claimable({ claim, canClaim: false }));
    expect(await heading('We found no payment')).toBeTruthy();
    expect(screen.getByText('Nothing arrived.')).toBeTruthy();
    expect(screen.getByText(/contact support and give them the reference/)).toBeTruthy();
    expect(screen.getAllByText('KS-7Q2M-41XK').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /file|proof/ })).toBeNull();
  });

  test('follows pushes and connects', async () => {
    const { transport } = setUpClaim(claimable({ claim: buildClaim() }));
    await heading('We are looking for your payment');
    const claim = buildClaim({ status: 'credited' });
    const deposit = claimable({ claim, status: 'PAYED', canClaim: false });
    Object.assign(transport.answers, answersFor(deposit));
    const data = { depositId: 'deposit-1', status: 1, amount: '50.00', currency: 'EUR' } as const;
    act(() => transport.push({ name: 'deposit.status', data: { ...data, word: 'PAYED' } }));
    expect(await heading('Your payment was found and credited')).toBeTruthy();
    const refused = claimable({ claim: buildClaim({ status: 'refused' }), canClaim: false });
    Object.assign(transport.answers, answersFor(refused));
    act(() => transport.connect());
    expect(await heading('We found no payment')).toBeTruthy();
  });

  test.each([
    ['PENDING', 'Your payment may still arrive'],
    ['PAYED', '€50.00 received'],
    ['DECLINED', 'We can’t look for this payment here'],
  ] as const)('without a claim, %s: %s', async (status, title) => {
    const { user, router } = setUpClaim(claimable({ status, canClaim: false }));
    expect(await heading(title)).toBeTruthy();
    expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
    await user.click(await button('Show the deposit'));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/complete'));
  });

  test('that can’t be loaded shows why, and is loaded again', async () => {
    const { user, transport } = setUpClaim(claimable(), {
      answers: { 'deposit-get': networkError('lost') },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
    transport.answers['deposit-get'] = { deposit: claimable(), created: null };
    await user.click(await button('Try again'));
    expect(await fileInput()).toBeTruthy();
  });

  test('without a deposit in the address leads to the list', async () => {
    const { router } = setUpClaim(claimable(), { path: '/deposit/claim' });
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('reads in Arabic', async () => {
    setUpClaim(claimable({ claim: buildClaim() }), { locale: 'ar' });
    expect(await heading('نبحث عن دفعتك')).toBeTruthy();
  });
});
