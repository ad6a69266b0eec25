import { type Decimal, type PaymentMethod, validateFieldSet } from '@kassa/contract';
import type { ReactNode } from 'react';
import { describeProblem } from '../../../fields/shared/describe-problem.ts';
import type { FormControls } from '../../../form/form-controls.ts';
import type { Submitter, SubmitterTurn } from '../../../form/submitter.ts';
import { type MessageKey, useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../../deposit/deposit-form/deposit-form.module.css';
import { WithdrawalFailure } from '../parts/withdrawal-failure.tsx';
import type { NameEnquiry } from './name-enquiry.tsx';
import type { useOrdering } from './use-ordering.ts';

interface SubmittedWithdrawal {
  method: PaymentMethod;
  currency: string;
  /** The id of the form's element. */
  id: string;
  form: Pick<FormControls, 'refuseField' | 'fields' | 'context' | 'amount'>;
  ordering: ReturnType<typeof useOrdering>;
  /** The chosen saved details. */
  detailsId: string | null;
  onChooseDetails: (detailsId: string) => void;
  /** The values of fields that the form doesn't show. */
  fixedFields: Readonly<Record<string, string>>;
  /** The lowest amount, where the balance is below it. */
  minimum: Decimal | null;
  /** The text for that, with the amount as `min`. */
  tooLow?: MessageKey | undefined;
  /** Stands in the place of the button while nothing can be ordered. */
  refusal?: ReactNode;
  enquiry: NameEnquiry;
}

/** Provides the submitter of a withdrawal's form: it leads to the confirmation. */
export function useWithdrawalSubmitter(submitted: SubmittedWithdrawal): Submitter {
  const { form, ordering, detailsId, fixedFields, minimum, enquiry } = submitted;
  const text = useText();
  return {
    turn: describeTurn(),
    submit: ({ amount, fields }) => {
      if (enquiry.kind === 'notFound') {
        form.refuseField(enquiry.field, { key: 'common.errors.account.notFound' });
        return;
      }
      const values = { ...fixedFields, ...fields };
      const { fields: definitions = [] } = submitted.method;
      const wrong = detailsId === null ? validateFieldSet(definitions, values) : null;
      const definition = definitions.find(({ name }) => name === wrong?.name);
      if (wrong !== null && definition !== undefined) {
        form.refuseField(wrong.name, describeProblem(wrong.problem, definition).words);
        return;
      }
      void ordering.order({ amount, fields: values, detailsId });
    },
    showFailure: (failure) => (
      <WithdrawalFailure
        failure={failure}
        currency={submitted.currency}
        form={{ id: submitted.id, method: submitted.method, amount: form.amount.value, onUse: use }}
      />
    ),
    dismissFailure: ordering.dismissFailure,
    describeButton: () => ({ words: text('deposit.moreDetails.submit') }),
  };

  function describeTurn(): SubmitterTurn {
    const { state } = ordering;
    if (state.kind === 'asking') return { kind: 'submitter', words: text('withdrawal.asking') };
    if (submitted.refusal) return { kind: 'over', instead: submitted.refusal };
    if (minimum !== null) return { kind: 'over', instead: describeTooLow(minimum) };
    return { kind: 'player', failure: state.failure };
  }

  function use({ detailsId: chosen, amount }: { detailsId: string; amount: Decimal }): void {
    ordering.dismissFailure();
    submitted.onChooseDetails(chosen);
    const view = form.fields.find(({ definition }) => definition.type === 'amount');
    view?.onChange(view.field.format(amount, view.definition, form.context), 'chosen');
  }

  function describeTooLow(min: Decimal) {
    const { currency, tooLow = 'withdrawal.tooLow' } = submitted;
    return <TooLow words={tooLow} min={min} currency={currency} />;
  }
}

/** Stands in the place of the button where the balance is below the method's lowest amount. */
function TooLow({ words, min, currency }: { words: MessageKey; min: Decimal; currency: string }) {
  const text = useText();
  const money = useMoney();
  const navigate = useNavigate();
  return (
    <div className={styles.closed}>
      <div role="status">
        <Notice tone="warn">
          {text(words, { min: money(min, currency, { trimZeros: true }) })}
        </Notice>
      </div>
      <Button onClick={() => navigate({ to: 'Withdrawal list' })}>
        {text('deposit.closed.choose')}
      </Button>
    </div>
  );
}
