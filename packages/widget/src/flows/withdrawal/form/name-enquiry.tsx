import {
  type PaymentMethod,
  type PayoutBank,
  validateField,
  validateFieldSet,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldView, FormControls } from '../../../form/form-controls.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './name-enquiry.module.css';

/** What the bank says about the account's holder. */
export type NameEnquiry =
  /** The number isn't complete, or the bank can't be asked. */
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'found'; holder: string }
  | { kind: 'notFound'; field: string }
  /** The withdrawal goes on without a name. */
  | { kind: 'unavailable' };

interface EnquiredForm {
  method: PaymentMethod;
  bank: PayoutBank | undefined;
  form: Pick<FormControls, 'fields'>;
}

/** Asks the chosen bank whose account it is, as soon as the number is complete. */
export function useNameEnquiry({ method, bank, form }: EnquiredForm): NameEnquiry {
  const { transport } = useSession();
  const view = form.fields.find(({ definition }) => definition.type !== 'amount');
  const account = view === undefined ? null : readAccount(view, method, bank);
  const isAsked = bank !== undefined && account !== null && method.hasNameEnquiry === true;
  const { data, error } = useQuery({
    queryKey: ['name-enquiry', method.name, bank?.code, account],
    queryFn: ({ signal }) => {
      const fields = { bank: bank?.code ?? '', [view?.definition.name ?? '']: account ?? '' };
      return transport.call('name-enquiry', { paymentType: method.name, fields }, { signal });
    },
    enabled: isAsked,
    retry: false,
    staleTime: 60_000,
    // The key holds an account number.
    gcTime: 0,
  });
  if (!isAsked) return { kind: 'none' };
  if (data !== undefined) {
    return data.holder === null ? { kind: 'unavailable' } : { kind: 'found', holder: data.holder };
  }
  if (error === null) return { kind: 'asking' };
  const isUnknown = error instanceof TransportError && error.code === 'account.notFound';
  return isUnknown
    ? { kind: 'notFound', field: view?.definition.name ?? '' }
    : { kind: 'unavailable' };
}

/** Returns the account number as it is sent, once it is complete. */
function readAccount(
  { field, definition, text }: FieldView,
  method: PaymentMethod,
  bank: PayoutBank | undefined,
) {
  const value = field.normalize(text, definition);
  if (value === '') return null;
  const sent = field.serialize(value, definition);
  if (validateField(definition, sent, { checkLuhn: method.checkLuhn }) !== null) return null;
  const values = { bank: bank?.code ?? '', [definition.name]: sent };
  return validateFieldSet([definition], values) === null ? sent : null;
}

interface AccountNameProps extends Pick<EnquiredForm, 'form'> {
  enquiry: NameEnquiry;
}

/** The holder of the account, for the player to recognize before they go on. */
export function AccountName({ enquiry, form }: AccountNameProps) {
  const text = useText();
  const isTold =
    enquiry.kind === 'notFound' &&
    form.fields.some(
      ({ definition, error }) => definition.name === enquiry.field && error !== null,
    );
  return (
    <div className={styles.name} role="status" data-kind={enquiry.kind}>
      {enquiry.kind === 'asking' && text('withdrawal.name.asking')}
      {enquiry.kind === 'found' && (
        <>
          <Glyph name="check" size={18} className={styles.glyph} />
          <span>{text('withdrawal.name.found', { holder: enquiry.holder })}</span>
        </>
      )}
      {enquiry.kind === 'notFound' && !isTold && text('common.errors.account.notFound')}
      {enquiry.kind === 'unavailable' && text('withdrawal.name.unavailable')}
    </div>
  );
}
