import type { PayoutBank } from '@kassa/contract';
import type { Target } from '../../../routing/route.ts';
import { useOfferedMethod } from '../../deposit/use-chosen-method.ts';
import { ListContent } from '../../list/list-content.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';
import { type Payout, WithdrawalForm } from './withdrawal-form.tsx';

interface OfferedFormProps {
  /** The name of the method; null for none. */
  name: string | null;
  /** The bank that the player chose in a list. */
  bank?: PayoutBank;
  payout?: Payout;
  /** The place of the form, to which the player returns. */
  formOf: (method: string) => Target;
}

/** The form of a method as it is offered now; the list where it isn't. */
export function OfferedForm({ name, bank, payout, formOf }: OfferedFormProps) {
  const { catalogue, error } = useWithdrawal();
  const offered = useOfferedMethod(catalogue, name);
  return (
    <ListContent
      content={catalogue}
      error={error}
      isEmpty={() => offered === null}
      list="Withdrawal list"
    >
      {({ currency, country }) =>
        offered !== null && (
          <WithdrawalForm
            key={offered.method.name}
            {...offered}
            currency={currency}
            country={country}
            bank={bank}
            payout={payout}
            form={formOf(offered.method.name)}
          />
        )
      }
    </ListContent>
  );
}
