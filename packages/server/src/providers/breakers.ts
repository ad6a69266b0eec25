import type { ConnectorError } from '../connectors/connector.ts';
import type { Breakers } from '../core/core.ts';

/** So many failures in a row and a provider is left alone for a while. */
const failureThreshold = 5;
const firstPauseMs = 10_000;
const longestPauseMs = 120_000;

interface Health {
  failures: number;
  /** Whose requests failed: one player's own troubles close nothing for the others. */
  players: Set<string>;
  /** How often it was left alone since it last worked. */
  pauses: number;
  /** Not asked before this. */
  notBefore: number;
}

/**
 * Builds the circuit breakers. A provider that fails five times in a row, for more than one player, is left alone for 10 s,
 * then one request tries it; each further failure doubles the pause, up to 2 min. One that says it
 * is asked too often is left alone for as long as it says. Declines are no failures.
 */
export function buildBreakers(): Breakers {
  const healthOf = new Map<string, Health>();
  return {
    refusal: (key, now) => {
      const health = healthOf.get(key);
      if (health === undefined) return null;
      const pauseMs = health.notBefore - now.getTime();
      if (pauseMs > 0) return describePause(health, pauseMs);
      if (isSick(health)) {
        // This request is the probe; until it has ended the others wait on.
        health.notBefore = now.getTime() + firstPauseMs;
      }
      return null;
    },
    room: (key, now) => {
      const health = healthOf.get(key);
      if (health === undefined) return 'any';
      if (health.notBefore > now.getTime()) return 'none';
      return isSick(health) ? 'one' : 'any';
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
        if (!isSick(health)) return;
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
  return isSick(health)
    ? { kind: 'error', error: 'unavailable', detail: 'failed too often: left alone for a while' }
    : {
        kind: 'error',
        error: 'rateLimited',
        retryAfterMs: pauseMs,
        detail: 'it asked to be left alone',
      };
}

function isSick({ failures, players }: Health): boolean {
  return failures >= failureThreshold && players.size > 1;
}

/** Whether the provider, and not the request, is at fault. */
function isFailure({ error }: ConnectorError): boolean {
  return (
    error === 'unavailable' ||
    error === 'timeoutUnknown' ||
    error === 'malformed' ||
    error === 'misconfigured'
  );
}
