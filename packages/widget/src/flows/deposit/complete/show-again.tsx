import { useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { useText } from '../../../i18n/text.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import type { PaymentPage } from './use-deposit-facts.ts';

const words = {
  code: 'complete.showCode',
  details: 'complete.showDetails',
  offers: 'complete.showOffers',
} as const;

/**
 * Leads back to the code, the payment details or the offers, as long as they live: "I have paid" may
 * have been a slip.
 */
export function ShowAgain({ page }: { page: PaymentPage }) {
  const { to, method, shows, deadlineMs } = page;
  const text = useText();
  const navigate = useNavigate();
  const search = useSearch();
  const [isOver, setIsOver] = useState(deadlineMs <= Date.now());
  if (isOver) return null;
  return (
    <Button look="ghost" onClick={() => navigate({ to, search: { ...search, method } })}>
      {text(words[shows])}
      <Countdown deadlineMs={deadlineMs} onExpire={() => setIsOver(true)} />
    </Button>
  );
}
