import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setPartStage } from '../../../testing/part-stage.tsx';
import { CodeSection } from './code-section.tsx';

const sentCode = { sentTo: '+49 ••• 89', expiresAt: 0, nextAt: 0 };

function setUp({ locale = 'en', isBusy = false }) {
  const props = { formId: 'form', code: '', isMissing: false, failure: null, isBusy, sentCode };
  const section = (
    <CodeSection {...props} ref={{ current: null }} onCode={vi.fn()} onSendAgain={vi.fn()} />
  );
  render(setPartStage(section, { locale }).element);
}

test('the number that it was sent to reads from left to right, also in Arabic', () => {
  setUp({ locale: 'ar' });
  expect(screen.getByText(/\u2066\+49 ••• 89\u2069/)).toBeTruthy();
});

test('its box keeps the focus while the code is checked', () => {
  setUp({ isBusy: true });
  const box = screen.getByLabelText<HTMLInputElement>('Code from the message');
  expect(box).toHaveProperty('disabled', false);
  expect(box.readOnly).toBe(true);
});
