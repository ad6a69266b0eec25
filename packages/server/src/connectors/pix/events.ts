import type { ProviderEvent, ProviderReversal } from '../connector.ts';
import { decodeTransactionId } from './br-code/transaction-id.ts';
import type { Pix } from './client/words.ts';

const currency = 'BRL';

/** What the Banco Central calls one: neither empty nor the `***` of a code without. */
const txidPattern = /^[A-Za-z0-9]{1,35}$/;

/**
 * What received payments tell: each is a receipt of its own, and so is each return of one. A payment
 * that names none of our deposits is told of all the same, for the operator to see to.
 */
export function toEvents(received: readonly Pix[]): ProviderEvent[] {
  return received.flatMap(toEventsOfOne);
}

function toEventsOfOne({ endToEndId, txid, valor, devolucoes = [] }: Pix): ProviderEvent[] {
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

/** The "mecanismo especial de devolução" (MED) takes back what a bank says was a fraud or a mistake. */
function readNature(nature: string | undefined): ProviderReversal['reversal'] {
  return nature?.startsWith('MED') ? 'chargeback' : 'refund';
}
