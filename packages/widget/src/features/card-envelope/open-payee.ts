import { type CardEnvelope, type Payee, payeeParts, payeeSchema } from '@kassa/contract';
import { CardError } from './card-error.ts';
import { openCard, type SealedFor } from './open-card.ts';

/**
 * Decrypts the payee of an invoice. What it returns are payment details: they belong on the screen
 * and nowhere else.
 * @throws CardError where the envelope can't be opened, or holds no account to pay into
 */
export async function openPayee(envelope: CardEnvelope, deposit: SealedFor): Promise<Payee> {
  const { reference } = deposit;
  const opened = await openCard(envelope, deposit);
  const { data: payee } = payeeSchema.safeParse(parseJson(opened));
  // The cause names no value.
  if (payee === undefined) throw new CardError('it holds no payee', reference);
  if (payeeParts.every((part) => payee[part] === undefined))
    throw new CardError('it is empty', reference);
  return payee;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of the parser quotes the text.
    return undefined;
  }
}
