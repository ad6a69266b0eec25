import { useMoney, useText } from '../../i18n/text.ts';
import { useSearch } from '../../routing/use-router.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { CoinPicture } from './coin-picture.tsx';
import { useBoxes } from './sweepstake.queries.ts';
import { useCoins } from './use-coins.ts';

/** The chosen coin package, above its payment methods (§2 "sweepstake order info"). */
export function OrderCard() {
  const text = useText();
  const money = useMoney();
  const coins = useCoins();
  const { box: inAddress } = useSearch();
  const chosen = useSessionStore((store) => store.chosenBox);
  const box = useBoxes().boxes?.find(({ boxId }) => boxId === (inAddress ?? chosen));
  if (box === undefined) return null;
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
