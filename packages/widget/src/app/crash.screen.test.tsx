import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TextProvider } from '../i18n/text-provider.tsx';
import { SessionContext } from '../session/session.ts';
import { messagesOf, setStage } from '../testing/stage.tsx';
import { CrashScreen } from './crash.screen.tsx';

test('a screen that threw is reported, and can be tried again', async () => {
  const { started, bridge } = setStage();
  const reset = vi.fn();
  render(
    <SessionContext value={started.session}>
      <TextProvider locale={started.session.locale} messages={messagesOf('en')} onError={vi.fn()}>
        <CrashScreen error={new Error('boom')} reset={reset} />
      </TextProvider>
    </SessionContext>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Error occurred');
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'crash', value: 'boom' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reset).toHaveBeenCalled();
});
