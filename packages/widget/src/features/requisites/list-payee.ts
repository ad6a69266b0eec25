import { type Payee, payeeParts, type Requisite } from '@kassa/contract';

type Row = Omit<Requisite, 'value' | 'title'>;

/** The names and formats of a payee's parts. */
const rows: Record<(typeof payeeParts)[number], Row> = {
  bank_name: { name: 'bankName' },
  // Nobody types it: the payment app finds it by the card's number.
  payment_system: { name: 'paymentSystem', isCopyable: false },
  number: { name: 'cardNumber', type: 'card' },
  iban: { name: 'iban', type: 'iban' },
  bank_account: { name: 'bankAccount', type: 'account' },
  account_number: { name: 'accountNumber', type: 'account' },
  bank_code: { name: 'bankCode', type: 'number' },
  phone: { name: 'phone', type: 'phone' },
  vpa: { name: 'vpa', type: 'vpa' },
  fullName: { name: 'fullName' },
  transaction_description: { name: 'transactionDescription' },
};

/** Returns the details of a payee (§3 `card`), in the order in which a player types them. */
export function listPayee(payee: Payee): Requisite[] {
  return payeeParts.flatMap((part) => {
    const value = payee[part];
    if (value === undefined) return [];
    const isIfsc = part === 'bank_code' && ifscForm.test(value);
    return [{ ...rows[part], ...(isIfsc && { name: 'ifsc' }), value }];
  });
}

/** The form of a bank's code in India (IFSC): no BIC has a digit in the fifth place. */
const ifscForm = /^[A-Z]{4}0[A-Z0-9]{6}$/;
