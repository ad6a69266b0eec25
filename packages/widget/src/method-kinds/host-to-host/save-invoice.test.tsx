import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpInvoice } from './testing/set-up-invoice.tsx';

const drawn: string[] = [];
const saved: { name: string; file: Blob }[] = [];
let canvasBlob: Blob | null = null;

/** A canvas as a browser has it: the tests' one draws nothing. */
function fakeCanvas() {
  const context = {
    measureText: (text: string) => ({ width: text.length * 9 }),
    fillText: (text: string) => drawn.push(text),
    fillRect: () => {},
    scale: () => {},
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((handle) =>
    handle(canvasBlob),
  );
  let latest: Blob | null = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    latest = file as Blob;
    return 'blob:kassa/1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (latest !== null) saved.push({ name: this.download, file: latest });
  });
}

beforeEach(() => {
  drawn.length = 0;
  saved.length = 0;
  canvasBlob = new Blob(['picture'], { type: 'image/png' });
  fakeCanvas();
});
afterEach(() => vi.restoreAllMocks());

const press = async (name: string, { user }: ReturnType<typeof setUpInvoice>) =>
  user.click(await screen.findByRole('button', { name }));

const buttonsOf = ({ bridge }: ReturnType<typeof setUpInvoice>) =>
  bridge.sent.flatMap((message) =>
    message.messageType === 'onAnalyticsEvent' ? [message.payload.button_name] : [],
  );

test('the invoice is saved as a picture with everything to pay by', async () => {
  const stage = setUpInvoice({ data: { payment_amount: '50.07' } });
  await press('Save picture', stage);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('invoice-KS-7Q2M-41XK.png');
  const text = drawn.join(' ').replace(/[\u2066-\u2069]/g, '');
  for (const words of [
    'Bank transfer',
    '€50.07',
    'not €50.00',
    '8600 1404 4123 5071',
    'Sherzod Karimov',
    'KS-7Q2M-41XK',
    'Pay before',
  ]) {
    expect(text).toContain(words);
  }
  expect(buttonsOf(stage)).toEqual(['save_picture']);
});

test('and as a document', async () => {
  const stage = setUpInvoice();
  await press('Save PDF', stage);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('invoice-KS-7Q2M-41XK.pdf');
  expect(await saved[0]?.file.text()).toMatch(/^%PDF-1\.4/);
  expect(buttonsOf(stage)).toEqual(['save_pdf']);
});

test('on a touch screen the share sheet takes the picture, unless it refuses', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        ...{ media, matches: media === '(pointer: coarse)' },
        ...{ addEventListener: () => {}, removeEventListener: () => {} },
      }) as never,
  );
  const share = vi.fn().mockResolvedValueOnce(undefined);
  Object.assign(navigator, { share, canShare: () => true });
  const stage = setUpInvoice();
  await press('Save picture', stage);
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(saved).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  await press('Save picture', stage);
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(saved).toEqual([]);
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await press('Save picture', stage);
  await waitFor(() => expect(saved).toHaveLength(1));
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

test('a browser that refuses is told of, with another way', async () => {
  canvasBlob = null;
  const stage = setUpInvoice();
  await press('Save picture', stage);
  expect(await screen.findByText(/Take a screenshot/)).toBeTruthy();
  canvasBlob = new Blob(['picture']);
  await press('Save picture', stage);
  await waitFor(() => expect(screen.queryByText(/Take a screenshot/)).toBeNull());
});

test('a native app shares the invoice as text, and offers no file', async () => {
  const stage = setUpInvoice({ isNative: true });
  await press('Share the details', stage);
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  const shared = stage.bridge.sent.find(({ messageType }) => messageType === 'onShare');
  expect(JSON.stringify(shared)).toContain('Card number: 8600140441235071');
  await press('Copy all', stage);
  expect(buttonsOf(stage)).toEqual(['share_invoice', 'copy_all']);
  act(() => cleanup());
});
