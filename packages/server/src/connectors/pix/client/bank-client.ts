import type { ConnectorError } from '../../connector-outcome.ts';
import { parseJson } from '../../exact-numbers.ts';
import { explainStatus, sendRequest } from '../../send-request.ts';
import { type Pix, receivedSchema } from './schemas.ts';

interface BankAccess {
  url: string;
  token: string;
  timeoutMs: number;
}

/**
 * Queries the bank for the payments that it has received for one `txid`.
 * @param from and `to`: the time range of the search
 */
export async function findReceived(
  { url, token, timeoutMs }: BankAccess,
  { txid, from, to }: { txid: string; from: Date; to: Date },
): Promise<{ kind: 'found'; pix: Pix[] } | ConnectorError> {
  const address = new URL('pix', url.endsWith('/') ? url : `${url}/`);
  address.searchParams.set('inicio', from.toISOString());
  address.searchParams.set('fim', to.toISOString());
  address.searchParams.set('txid', txid);
  const answer = await sendRequest({
    url: address,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.kind === 'error') return answer;
  const { status, text } = answer;
  if (status !== 200) {
    const error = explainStatus(answer, 'statement');
    // The request itself is valid, so the URL must be wrong.
    return error.error === 'rejected' ? { ...error, error: 'misconfigured' } : error;
  }
  const parsed = receivedSchema.safeParse(parseJson(text));
  if (!parsed.success) return malformed('status 200, unreadable body');
  const { pix } = parsed.data;
  const isMeant = pix.every((item) => item.txid?.toUpperCase() === txid);
  return isMeant ? { kind: 'found', pix } : malformed('contains another txid');
}

function malformed(detail: string): ConnectorError {
  return { kind: 'error', error: 'malformed', detail };
}
