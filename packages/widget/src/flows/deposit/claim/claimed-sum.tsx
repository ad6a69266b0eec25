import type { DepositSummary } from '@kassa/contract';
import { Reference } from '../../../features/copy/reference.tsx';
import { formatsOf } from '../../../i18n/formats.ts';
import { useSession } from '../../../session/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SummaryCard } from '../../../ui/summary-card.tsx';
import { useMethods } from '../deposit.queries.ts';
import { describeMethod } from '../describe-method.ts';
import { useShownAmount } from '../use-shown-amount.ts';

/** The deposit that a claim is about. */
export function ClaimedSum({ deposit }: { deposit: DepositSummary }) {
  const { paymentMethod, createdAt, reference } = deposit;
  const describeAmount = useShownAmount();
  const { locale } = useSession();
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find(({ name }) => name === paymentMethod);
  const name = describeMethod(paymentMethod, method, locale.tag);
  const { DateTimeFormat } = formatsOf(locale.format);
  const time = new DateTimeFormat(locale.format, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <SummaryCard
      picture={<Icon id={method?.iconIds[0]} name={method?.text.en ?? name} />}
      title={describeAmount(deposit, method)}
      note={
        <>
          <bdi>{name}</bdi> · <time dateTime={createdAt}>{time.format(new Date(createdAt))}</time>{' '}
          <Reference reference={reference} />
        </>
      }
    />
  );
}
