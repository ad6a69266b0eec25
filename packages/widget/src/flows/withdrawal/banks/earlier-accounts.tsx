import type { PaymentMethod } from '@kassa/contract';
import { useSavedDetails } from '../../../features/saved-details/saved-details.query.ts';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import cards from '../../../ui/card.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { SummaryCard } from '../../../ui/summary-card.tsx';

interface EarlierAccountsProps {
  /** The method that pays to the banks. */
  method: PaymentMethod | undefined;
  group: string | undefined;
}

/** Leads to the accounts that the player used before; nothing where there are none. */
export function EarlierAccounts({ method, group }: EarlierAccountsProps) {
  return method === undefined ? null : <OfMethod method={method} group={group} />;
}

function OfMethod({ method, group }: { method: PaymentMethod; group: string | undefined }) {
  const text = useText();
  const { details } = useSavedDetails(method);
  const [last] = details ?? [];
  if (last === undefined) return null;
  return (
    <SummaryCard
      picture={<Icon id={method.iconIds[0]} name={method.text.en ?? ''} size="large" />}
      title={text('saved.title')}
      note={<bdi dir="ltr">{last.masked}</bdi>}
    >
      <Link
        className={cards.action}
        to={group === undefined ? 'Withdrawal redirect' : 'Withdrawal group'}
        search={{ method: method.name, group, details: last.detailsId }}
      >
        {text('complete.next.use')}
      </Link>
    </SummaryCard>
  );
}
