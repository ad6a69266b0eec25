import type { Meta, StoryObj } from '@storybook/react-vite';
import { spyOn } from 'storybook/test';
import { PopupPageScreen } from './popup-page.screen.tsx';

const meta: Meta<typeof PopupPageScreen> = { title: 'Popup/Form', component: PopupPageScreen };
export default meta;
type Story = StoryObj<typeof PopupPageScreen>;

/** Sets an opener that responds to the popup with `redirect`. */
function openFrom(redirect: unknown): void {
  const nonce = 'story';
  const opener = {
    postMessage: () => {
      if (redirect === null) return;
      const data = { kind: 'kassa.popup.redirect', nonce, redirect };
      const event = new MessageEvent('message', { data, origin: window.location.origin });
      Object.defineProperty(event, 'source', { value: opener });
      queueMicrotask(() => window.dispatchEvent(event));
    },
  };
  window.location.hash = nonce;
  Object.defineProperty(window, 'opener', { value: opener, configurable: true, writable: true });
}

/** Sets such an opener, and returns a function that removes it. */
function from(redirect: unknown): () => void {
  openFrom(redirect);
  return () => {
    window.location.hash = '';
    Object.defineProperty(window, 'opener', { value: null, configurable: true, writable: true });
  };
}

/** A story has no opener, so the popup is abandoned. */
export const Abandoned: Story = {};

export const Waiting: Story = { beforeEach: () => from(null) };

/** The form's post is disabled, since a story can't leave its page. */
export const Opening: Story = {
  beforeEach: () => {
    spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    return from({ method: 'POST', url: 'https://provider.example/pay', fields: {} });
  },
};

export const Failed: Story = {
  ...Opening,
  play: async ({ canvas }) => {
    await canvas.findByText(/provider\.example/);
    const event = new Event('securitypolicyviolation');
    Object.defineProperty(event, 'effectiveDirective', { value: 'form-action' });
    document.dispatchEvent(event);
  },
};

/** Replaces the server's response to a code. Returns a function that restores `fetch`. */
function answering(answer: () => Promise<Response>): () => void {
  const { fetch } = window;
  window.fetch = answer;
  return () => {
    window.fetch = fetch;
  };
}

const used = { error: { code: 'deposit.notFound', message: '', params: {}, reference: 'KR-1' } };

export const CodeUsed: Story = {
  args: { pageCode: 'used' },
  beforeEach: () => answering(async () => new Response(JSON.stringify(used), { status: 404 })),
};

export const CodeUnreachable: Story = {
  args: { pageCode: 'good' },
  beforeEach: () => answering(() => Promise.reject(new TypeError('no network'))),
};

export const Returned: Story = { args: { returned: { isUnpaid: false, reference: null } } };

export const ReturnedUnpaid: Story = {
  args: { returned: { isUnpaid: true, reference: 'KS-7Q2M-41XK' } },
};

export const ReturnedInApp: Story = {
  args: { returned: { isUnpaid: false, reference: null }, isNative: true },
};
