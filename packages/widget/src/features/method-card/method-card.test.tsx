import { buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartStage } from '../../testing/part-stage.tsx';
import { MethodCard } from './method-card.tsx';

test.each([
  [{ usualMinutes: 1, arrivesPercent: 97 }, 'en', 'Arrives for 97% of players, in about 1 minute'],
  [{ usualMinutes: 0, arrivesPercent: 100 }, 'en', 'Arrives for 100% of players, at once'],
  [{ usualMinutes: 120, arrivesPercent: 95 }, 'en', 'Arrives for 95% of players, in about 2 hours'],
  [
    { usualMinutes: 5, arrivesPercent: 97 },
    'ar',
    'يصل المبلغ إلى 97% من اللاعبين خلال نحو 5 دقائق',
  ],
  [{ usualMinutes: 1, arrivesPercent: 97 }, 'ru', 'Приходит у 97 % игроков, примерно за 1 минуту'],
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
  // Some languages put marks of direction and spaces of their own beside the percent.
  expect(note?.replace(/[\u200e\u200f\u061c]/g, '').replaceAll('\u00a0', ' ')).toBe(words);
});
