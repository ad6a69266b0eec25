import { compareDecimals } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import { useSearch } from '../../../routing/use-router.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OfferedForm } from '../../withdrawal/form/offered-form.tsx';
import { useWithdrawal } from '../../withdrawal/withdrawal.query.ts';
import { BalanceCard } from './balance-card.tsx';
import { CoinsRetry } from './coins-retry.tsx';
import { ConversionSummary } from './conversion-summary.tsx';
import styles from './recoup-notice.module.css';
import { RecoupNotice } from './recoup-notice.tsx';
import { type RecoupSum, useRecoup } from './redemption.queries.ts';
import { convertTarget } from './redemption.screen.tsx';
import { type Conversion, useConversion } from './use-conversion.ts';

/** The form of a redemption: the sweep coins, the address, and what arrives at the present rate. */
export function ConvertScreen() {
  const { method: inAddress } = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  const name = inAddress ?? chosen;
  const { catalogue } = useWithdrawal();
  const method = catalogue?.methods.find((one) => one.name === name);
  const recoup = useRecoup();
  const conversion = useConversion(method?.coin?.currency);
  return (
    <OfferedForm
      name={name}
      formOf={(to) => convertTarget({ name: to })}
      payout={{
        balance: recoup?.amount ?? null,
        tooLow: 'redemption.tooLow',
        head: <BalanceCard recoup={recoup} isShort />,
        refusal: refuse(recoup, conversion),
        showSummary: (amount, shown) => (
          <ConversionSummary amount={amount} method={shown} conversion={conversion} />
        ),
      }}
    />
  );
}

/** Returns what stands in the place of the button while nothing can be redeemed; null for nothing. */
function refuse(recoup: RecoupSum | null | undefined, conversion: Conversion) {
  if (recoup === null) return <Refusal reason="redemption.missing.balance" />;
  if (recoup !== undefined && compareDecimals(recoup.amount, '0') === 0) {
    return <RecoupNotice recoup={recoup} />;
  }
  if (conversion.kind === 'missing') return <Refusal reason="redemption.missing.rate" />;
  return null;
}

function Refusal({ reason }: { reason: 'redemption.missing.balance' | 'redemption.missing.rate' }) {
  const text = useText();
  return (
    <div className={styles.notice}>
      <div role="alert">
        <Notice tone="warn">{text(reason)}</Notice>
      </div>
      {reason === 'redemption.missing.balance' ? (
        <CoinsRetry look="primary" />
      ) : (
        <Button disabled>{text('deposit.moreDetails.submit')}</Button>
      )}
    </div>
  );
}
