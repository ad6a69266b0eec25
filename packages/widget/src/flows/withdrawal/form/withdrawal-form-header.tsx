import type { PaymentMethod, PayoutBank } from '@kassa/contract';
import { MethodCard } from '../../../features/method-card/method-card.tsx';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import type { Target } from '../../../routing/route.ts';
import cards from '../../../ui/card.module.css';
import { Glyph } from '../../../ui/glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SummaryCard } from '../../../ui/summary-card.tsx';
import quiet from '../../deposit/deposit-form/guide-links.module.css';

interface WithdrawalFormHeaderProps {
  method: PaymentMethod;
  bank: PayoutBank | undefined;
  form: Target;
}

/** The content above a form's fields: the method or the bank, and how it works. */
export function WithdrawalFormHeader({ method, bank, form }: WithdrawalFormHeaderProps) {
  const text = useText();
  const { to, search = {} } = form;
  return (
    <>
      {bank === undefined ? (
        <MethodCard method={method} />
      ) : (
        <BankCard bank={bank} group={search.group} />
      )}
      {method.instruction !== undefined && (
        <div className={quiet.guides}>
          <Link
            className={quiet.guide}
            to="Withdrawal redirect instruction"
            search={{ ...search, to }}
          >
            <Glyph name="slides" size={20} className={quiet.glyph} />
            {text('guide.slides')}
          </Link>
        </div>
      )}
    </>
  );
}

/** The chosen bank, with the way back to the others. */
function BankCard({ bank, group }: { bank: PayoutBank; group: string | undefined }) {
  const text = useText();
  return (
    <SummaryCard
      picture={<Icon id={bank.iconId} name={bank.name} size="large" />}
      title={<bdi>{bank.name}</bdi>}
      note={text('withdrawal.banks.to')}
    >
      <Link className={cards.action} to="Withdrawal Nigerian banks" search={{ group }}>
        {text('region.change')}
      </Link>
    </SummaryCard>
  );
}
