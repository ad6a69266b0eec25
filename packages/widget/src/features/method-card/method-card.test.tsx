import { buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartStage } from '../../testing/part-stage.tsx';
import { MethodCard } from './method-card.tsx';

test('a method that is named instant doesn’t say so again', async () => {
  const method = buildPaymentMethod({ text: { en: 'Instant EFT' }, usualMinutes: 0 });
  render(
    <PartStage locale="en">
      <MethodCard method={method} />
    </PartStage>,
  );
  await screen.findByText('Instant EFT');
  expect(screen.queryByText(/at once/)).toBeNull();
});

test.each([
  [
    { usualMinutes: 1, arrivesPercent: 97 },
    'en',
    'Usually arrives in 1 minute · 97 of 100 started payments are completed',
  ],
  [
    { usualMinutes: 0, arrivesPercent: 100 },
    'en',
    'Usually arrives at once · 100 of 100 started payments are completed',
  ],
  [
    { usualMinutes: 5, arrivesPercent: 97 },
    'ar',
    'يصل عادةً خلال 5 دقائق · تكتمل 97 من كل 100 عملية دفع بدأت',
  ],
  [
    { usualMinutes: 1, arrivesPercent: 97 },
    'ru',
    'Обычно поступает за 1 минуту · из 100 начатых платежей завершается 97',
  ],
  [{ usualMinutes: 5 }, 'en', 'Usually arrives in 5 minutes'],
])('%j reads as measured or as usual', async (measured, locale, words) => {
  const method = buildPaymentMethod({ text: { en: 'Card' }, ...measured });
  render(
    <PartStage locale={locale}>
      <MethodCard method={method} />
    </PartStage>,
  );
  await screen.findByText('Card');
  const note = screen.getByText(/\d|at once/).textContent;
  expect(note).toBe(words);
});
