import { setTimeout as delay } from 'node:timers/promises';
import type { Connector } from '../connectors/connector.ts';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import type { Core } from '../core/core.ts';

/** An account of a brand at a provider. */
export interface ProviderRef {
  brandId: string;
  /** The account's name. */
  connector: string;
}

/** An operation of a provider, and the player it is for. */
export interface ProviderRequest extends ProviderRef {
  operation:
    | 'prepare'
    | 'create'
    | 'offers'
    | 'update'
    | 'cancel'
    | 'status'
    | 'payout'
    | 'payoutStatus'
    | 'nameEnquiry'
    | 'refund'
    | 'refundStatus';
  playerId: string;
}

/**
 * The limits of a request's retries, by the time that a player may wait. A request is retried only
 * if the provider certainly did nothing.
 */
interface Retries {
  attempts: number;
  /** A longer pause ends the retries. */
  longestPauseMs: number;
}

/** The outcome of a payout request to a connector without payouts: no request was sent. */
export const noPayouts: ConnectorError = {
  kind: 'error',
  error: 'misconfigured',
  detail: 'the connector has no payouts',
};

/** The same for a refund request to a connector without refunds. */
export const noRefunds: ConnectorError = { ...noPayouts, detail: 'the connector has no refunds' };

const firstPauseMs = 300;
export const noRetries: Retries = { attempts: 1, longestPauseMs: 0 };
/** For requests that a player waits for. */
export const fewRetries: Retries = { attempts: 3, longestPauseMs: 2_000 };

/**
 * Sends a request to a provider. All calls of connectors go through this function: only it does
 * retries (only where the provider certainly did nothing), back-off and circuit breaking. Never
 * throws for a provider's failure; a connector that throws counts as a malformed response.
 */
export async function askProvider<Outcome extends { kind: string }>(
  core: Core,
  provider: ProviderRequest,
  ask: (connector: Connector) => Promise<Outcome | ConnectorError>,
  { attempts, longestPauseMs }: Retries = noRetries,
): Promise<Outcome | ConnectorError> {
  const { brandId, connector: name, playerId } = provider;
  const account = core.brands.get(brandId)?.accounts.get(name);
  if (account === undefined) {
    core.log.error(provider, 'there is no such account');
    return { kind: 'error', error: 'misconfigured', detail: `there is no account ${name}` };
  }
  const key = keyOf(provider);
  const refusal = core.breakers.refusal(key, core.now());
  if (refusal !== null) return refusal;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask(account.connector).catch((error: unknown): ConnectorError => {
      core.log.error(
        { ...provider, error },
        'a connector threw an error, which is a bug in the connector',
      );
      return { kind: 'error', error: 'malformed', detail: 'the connector threw' };
    });
    const pauseMs = pauseBefore(outcome, attempt);
    if (pauseMs === null || pauseMs > longestPauseMs || attempt >= attempts) {
      core.breakers.record(key, outcome, { now: core.now(), playerId });
      if ('error' in outcome) logError(core, provider, outcome as ConnectorError);
      return outcome;
    }
    await delay(pauseMs);
  }
}

/** Whether a provider's circuit is open, so that no request would be sent. */
export function isCircuitOpen(
  core: Pick<Core, 'breakers' | 'now'>,
  provider: Omit<ProviderRequest, 'playerId'>,
): boolean {
  return core.breakers.room(keyOf(provider), core.now()) === 'none';
}

/**
 * Returns how many of `most` requests would be sent now. A request that the circuit breaker blocks
 * must not count as one that failed.
 */
export function countAllowed(
  core: Core,
  provider: Omit<ProviderRequest, 'playerId'>,
  most: number,
): number {
  const room = core.breakers.room(keyOf(provider), core.now());
  return { none: 0, one: 1, any: most }[room];
}

const keyOf = ({ brandId, connector, operation }: Omit<ProviderRequest, 'playerId'>) =>
  `${brandId} ${connector} ${operation}`;

/** The pause before a retry; null if a retry could do harm or no good. */
function pauseBefore(outcome: { kind: string } | ConnectorError, attempt: number): number | null {
  if (!('error' in outcome)) return null;
  if (outcome.error === 'rateLimited') return outcome.retryAfterMs;
  return outcome.error === 'unavailable' ? firstPauseMs * 2 ** (attempt - 1) : null;
}

function logError(core: Core, provider: ProviderRequest, { error, detail }: ConnectorError): void {
  const fields = { ...provider, error, detail };
  if (error === 'misconfigured')
    core.log.error(fields, "a provider rejects the connector's settings");
  else if (error !== 'declined') core.log.warn(fields, 'a request to a provider failed');
}

/** Builds a request about one deposit or withdrawal. */
export function requestOf(
  subject: { brand_id: string; connector: string; player_id: string },
  operation: ProviderRequest['operation'],
): ProviderRequest {
  const { brand_id: brandId, connector, player_id: playerId } = subject;
  return { brandId, connector, operation, playerId };
}

/** The URL to which a provider sends a brand's notifications. */
export function notificationUrl(core: Pick<Core, 'publicUrl'>, provider: ProviderRef): string {
  return `${core.publicUrl}/api/providers/${provider.brandId}/${provider.connector}/notifications`;
}
