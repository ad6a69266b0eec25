import { maskValue } from '../../ground/encryption/mask-value.ts';
import type { PaymentInstrument, ProviderEvent, ProviderReversal } from '../provider-event.ts';
import { decodeTransactionId } from './br-code/transaction-id.ts';
import type { Pix } from './client/schemas.ts';

const currency = 'BRL';

/** A valid txid of the Banco Central: neither empty nor the `***` of a code without txid. */
const txidPattern = /^[A-Za-z0-9]{1,35}$/;

/**
 * Converts received payments to events: one receipt per payment, and one reversal per return. A
 * payment without a deposit's txid is reported too, so that the operator can handle it.
 */
export function toEvents(received: readonly Pix[]): ProviderEvent[] {
  return received.flatMap(toEventsOfOne);
}

function toEventsOfOne({
  endToEndId,
  txid,
  valor,
  pagador,
  devolucoes = [],
}: Pix): ProviderEvent[] {
  const named = txid ?? '';
  const depositId = decodeTransactionId(named) ?? (txidPattern.test(named) ? named : endToEndId);
  const returned = devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
  return [
    {
      kind: 'payment',
      providerReference: endToEndId,
      depositId,
      status: 'approved',
      paid: { amount: valor, currency },
      fee: null,
      ...(pagador && { instrument: toInstrument(pagador) }),
    },
    ...returned.map(
      ({ id, valor: amount, natureza }): ProviderReversal => ({
        kind: 'reversal',
        providerReference: `${endToEndId}.${id}`,
        depositId,
        paymentReference: endToEndId,
        reversal: readNature(natureza),
        amount: { amount, currency },
      }),
    ),
  ];
}

/** Pix names no account: the payer is known by name and tax number. */
function toInstrument({ nome, cpf, cnpj }: NonNullable<Pix['pagador']>): PaymentInstrument {
  const taxId = cpf ?? cnpj;
  return {
    kind: 'bankAccount',
    token: null,
    masked: taxId === undefined ? null : maskValue(taxId),
    payerName: nome ?? null,
  };
}

/**
 * A return by the "mecanismo especial de devolução" (MED), which banks use for fraud and mistakes,
 * is a chargeback.
 */
function readNature(nature: string | undefined): ProviderReversal['reversal'] {
  return nature?.startsWith('MED') ? 'chargeback' : 'refund';
}
