import type { ConnectorError } from '../connectors/connector-outcome.ts';
import type { Breakers } from '../core/core.ts';

/** The number of consecutive failures that opens the circuit. */
const failureThreshold = 5;
const firstPauseMs = 10_000;
const longestPauseMs = 120_000;

interface Health {
  failures: number;
  /** Players whose requests failed: the failures of one player alone don't open the circuit. */
  players: Set<string>;
  /** How often the circuit was opened since the last success. */
  pauses: number;
  /** No request before this time, in ms since 1970. */
  notBefore: number;
}

/**
 * Builds the circuit breakers. Five failures in a row, for more than one player, open a provider's
 * circuit for 10 s; then one request probes it, and each further failure doubles the pause, up to 2
 * min. A provider that reports a rate limit gets no request for as long as it says. Declines are
 * not failures.
 */
export function buildBreakers(): Breakers {
  const healthOf = new Map<string, Health>();
  return {
    refusal: (key, now) => {
      const health = healthOf.get(key);
      if (health === undefined) return null;
      const pauseMs = health.notBefore - now.getTime();
      if (pauseMs > 0) return describePause(health, pauseMs);
      if (isFailing(health)) {
        // This request is the probe; until it has ended, the others stay blocked.
        health.notBefore = now.getTime() + firstPauseMs;
      }
      return null;
    },
    room: (key, now) => {
      const health = healthOf.get(key);
      if (health === undefined) return 'any';
      if (health.notBefore > now.getTime()) return 'none';
      return isFailing(health) ? 'one' : 'any';
    },
    record: (key, outcome, { now, playerId }) => {
      const health = healthOf.get(key) ?? {
        failures: 0,
        players: new Set(),
        pauses: 0,
        notBefore: 0,
      };
      healthOf.set(key, health);
      if ('error' in outcome && outcome.error === 'rateLimited') {
        health.notBefore = now.getTime() + outcome.retryAfterMs;
      } else if ('error' in outcome && isFailure(outcome)) {
        health.failures += 1;
        if (health.players.size < failureThreshold) health.players.add(playerId);
        if (!isFailing(health)) return;
        health.notBefore =
          now.getTime() + Math.min(firstPauseMs * 2 ** health.pauses, longestPauseMs);
        health.pauses += 1;
      } else {
        healthOf.delete(key);
      }
    },
  };
}

function describePause(health: Health, pauseMs: number): ConnectorError {
  return isFailing(health)
    ? { kind: 'error', error: 'unavailable', detail: 'failed too often: circuit breaker open' }
    : {
        kind: 'error',
        error: 'rateLimited',
        retryAfterMs: pauseMs,
        detail: 'rate limit of the provider',
      };
}

function isFailing({ failures, players }: Health): boolean {
  return failures >= failureThreshold && players.size > 1;
}

/** Whether the provider, rather than the request, is at fault. */
function isFailure({ error }: ConnectorError): boolean {
  return (
    error === 'unavailable' ||
    error === 'timeoutUnknown' ||
    error === 'malformed' ||
    error === 'misconfigured'
  );
}
