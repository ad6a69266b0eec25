import { useMoney, useText } from '../../i18n/text.ts';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { CoinPicture } from './coin-picture.tsx';
import { useChosenBox } from './use-chosen-box.ts';
import { useCoins } from './use-coins.ts';

/** The chosen coin package, above its payment (§2 "sweepstake order info"); nothing without one. */
export function OrderCard() {
  const text = useText();
  const money = useMoney();
  const coins = useCoins();
  const box = useChosenBox();
  if (box === null) return null;
  return (
    <SummaryCard
      picture={<CoinPicture />}
      title={text('sweepstake.gold', { amount: coins(box.gcAmount) })}
      note={text('sweepstake.free', { amount: coins(box.scAmount) })}
    >
      <b>{money(box.price, box.priceCurrencyCode)}</b>
    </SummaryCard>
  );
}
