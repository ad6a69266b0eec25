import { type Blockchain, type Money, padToCurrency } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import { postSigned, type SignedAnswer } from '../../ground/signed-http/post-signed.ts';

/** The operator's answer about a payout's player and destination. `detail` is for the history. */
export type ScreeningAnswer =
  | { kind: 'clear' }
  | { kind: 'hit'; detail: string }
  | { kind: 'review'; detail: string }
  /** No answer in time, or a malformed one. */
  | { kind: 'unanswered' };

/** What the operator screens. */
export interface ScreeningSubject {
  brandId: string;
  /** The operator's id of the player. */
  playerId: string;
  /** The withdrawal's reference; null before its row exists. */
  reference: string | null;
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The method's name. */
  paymentType: string;
  country: string | null;
  /** The holder's name, else the player's; null if neither is known. */
  name: string | null;
  /** On a chain the address, which is public; else masked. */
  destination: { address: string; blockchain: Blockchain } | { masked: string | null };
}

const detailSchema = z.optional(z.nullable(z.string().check(z.maxLength(300))));

const answerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('clear') }),
  z.object({ result: z.literal('hit'), detail: detailSchema }),
  z.object({ result: z.literal('review'), detail: detailSchema }),
]);

/**
 * Asks the operator to check a payout's player and destination; outside any transaction. Null if
 * the brand has no such check. Anything but a valid answer in time is logged, and nobody is cleared
 * by it.
 */
export async function askScreening(
  core: Pick<Core, 'brands' | 'log'>,
  { brandId, money, destination, ...subject }: ScreeningSubject,
): Promise<ScreeningAnswer | null> {
  const settings = core.brands.get(brandId)?.withdrawals.screening ?? null;
  if (settings === null) return null;
  const answer = await postSigned(settings, {
    id: uuidv7(),
    body: {
      type: 'screening',
      brand: brandId,
      ...subject,
      amount: padToCurrency(money.amount, money.currency),
      currency: money.currency,
      destination:
        'address' in destination ? destination : { address: destination.masked, blockchain: null },
    },
  });
  const decoded = decodeAnswer(answer);
  if (decoded.kind === 'unanswered') {
    const cause = answer.kind === 'failed' ? answer.failure : `status ${answer.status}`;
    const { reference } = subject;
    core.log.error({ brandId, reference, cause }, 'the operator did not screen a withdrawal');
  }
  return decoded;
}

function decodeAnswer(answer: SignedAnswer): ScreeningAnswer {
  if (answer.kind === 'failed' || answer.status !== 200) return { kind: 'unanswered' };
  const parsed = answerSchema.safeParse(answer.json);
  if (!parsed.success) return { kind: 'unanswered' };
  if (parsed.data.result === 'clear') return { kind: 'clear' };
  const { result: kind, detail } = parsed.data;
  return { kind, detail: detail?.replace(/\s+/g, ' ').trim() || 'no further word' };
}
