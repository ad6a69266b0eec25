import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, ConnectorError } from '../connectors/connector.ts';
import type { Core } from '../core/core.ts';

/** Which provider, of which brand. */
export interface ProviderRef {
  brandId: string;
  connector: string;
}

/** What a provider is asked to do, and for whom. */
export interface ProviderRequest extends ProviderRef {
  operation: 'prepare' | 'create' | 'update' | 'status' | 'payout' | 'payoutStatus';
  playerId: string;
}

/** How often it is asked while it certainly does nothing, and how long a player may wait for that. */
interface Retries {
  attempts: number;
  /** Pauses above this are not waited for. */
  longestPauseMs: number;
}

/** What comes of asking about payouts where the connector makes none: nobody was asked. */
export const paysNothingOut: ConnectorError = {
  kind: 'error',
  error: 'misconfigured',
  detail: 'it pays nothing out',
};

const firstPauseMs = 300;
const noRetries: Retries = { attempts: 1, longestPauseMs: 0 };
/** For what a player waits for. */
export const fewRetries: Retries = { attempts: 3, longestPauseMs: 2_000 };

/**
 * Asks a provider: the one way in which connectors are called. Here and nowhere else are retries (only
 * where the provider certainly did nothing), back-off and the circuit breaker. Never throws for what a
 * provider does; a connector that throws counts as an answer that can't be read.
 */
export async function askProvider<Outcome extends { kind: string }>(
  core: Core,
  provider: ProviderRequest,
  ask: (connector: Connector) => Promise<Outcome | ConnectorError>,
  { attempts, longestPauseMs }: Retries = noRetries,
): Promise<Outcome | ConnectorError> {
  const { brandId, connector: name, playerId } = provider;
  const connector = core.brands.get(brandId)?.connectors.get(name);
  if (connector === undefined) {
    core.log.error(provider, 'there is no such connector any more');
    return { kind: 'error', error: 'misconfigured', detail: `there is no connector ${name}` };
  }
  const key = keyOf(provider);
  const refusal = core.breakers.refusal(key, core.now());
  if (refusal !== null) return refusal;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask(connector).catch((error: unknown): ConnectorError => {
      core.log.error({ ...provider, error }, 'a connector threw, which it never should');
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

/** Whether a provider is left alone at the moment, so that asking it would come to nothing. */
export function isLeftAlone(core: Core, provider: Omit<ProviderRequest, 'playerId'>): boolean {
  return core.breakers.room(keyOf(provider), core.now()) === 'none';
}

/**
 * How many of so many questions a provider would be asked at once: a question that isn't put must not
 * count as one that had no answer.
 */
export function countAskable(
  core: Core,
  provider: Omit<ProviderRequest, 'playerId'>,
  most: number,
): number {
  const room = core.breakers.room(keyOf(provider), core.now());
  return { none: 0, one: 1, any: most }[room];
}

const keyOf = ({ brandId, connector, operation }: Omit<ProviderRequest, 'playerId'>) =>
  `${brandId} ${connector} ${operation}`;

/** How long to wait before asking again; null where asking again could do harm or no good. */
function pauseBefore(outcome: { kind: string } | ConnectorError, attempt: number): number | null {
  if (!('error' in outcome)) return null;
  if (outcome.error === 'rateLimited') return outcome.retryAfterMs;
  return outcome.error === 'unavailable' ? firstPauseMs * 2 ** (attempt - 1) : null;
}

function logError(core: Core, provider: ProviderRequest, { error, detail }: ConnectorError): void {
  const fields = { ...provider, error, detail };
  if (error === 'misconfigured') core.log.error(fields, 'a provider refuses our settings');
  else if (error !== 'declined') core.log.warn(fields, 'a provider did not do what it was asked');
}

/** What a provider is asked about one deposit or withdrawal. */
export function requestOf(
  subject: { brand_id: string; connector: string; player_id: string },
  operation: ProviderRequest['operation'],
): ProviderRequest {
  const { brand_id: brandId, connector, player_id: playerId } = subject;
  return { brandId, connector, operation, playerId };
}

/** Where a provider sends its notifications of a brand. */
export function notificationUrl(core: Pick<Core, 'publicUrl'>, provider: ProviderRef): string {
  return `${core.publicUrl}/api/providers/${provider.brandId}/${provider.connector}/notifications`;
}
