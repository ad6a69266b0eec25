import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

/** Creates a popup whose `/form` page can receive messages. */
export function createFakePopup() {
  const popup = { postMessage: vi.fn(), close: vi.fn() };
  /** Sends a message to the cashier. */
  const say = (data: { kind: string; nonce: string }) => {
    const event = new MessageEvent('message', { data, origin: window.location.origin });
    Object.defineProperty(event, 'source', { value: popup });
    window.dispatchEvent(event);
  };
  const open = vi.fn((url: URL | string | undefined) => {
    const nonce = new URL(String(url)).hash.slice(1);
    queueMicrotask(() => say({ kind: 'kassa.popup.ready', nonce }));
    return popup as unknown as Window;
  });
  return { popup, open, say };
}

/**
 * Renders the form of a method and waits until it can be filled in. On the list's path the player
 * comes from the list.
 */
export async function setUpForm(options: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({ path: '/deposit/redirect?method=card', ...options });
  render(stage.element);
  if (options.path === '/deposit') {
    await user.click(await screen.findByRole('link', { name: /Bank card/ }));
  }
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  const messagesOf = (type: string) =>
    stage.bridge.sent.filter(({ messageType }) => messageType === type);
  const press = async () =>
    user.click(await screen.findByRole('button', { name: /^(Deposit|Continue|Enter an amount)/ }));
  const pay = async (typed: string) => {
    await user.type(amount, typed);
    await press();
  };
  return { ...stage, user, amount, callsOf, messagesOf, press, pay };
}

/** Finds the snackbar over the form, once it is there. */
export async function findSnackbar(title: RegExp | string): Promise<Element> {
  const said = await screen.findByText(title);
  return said.closest('[role="status"]') ?? said;
}
