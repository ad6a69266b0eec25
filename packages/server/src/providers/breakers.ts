import type { ConnectorError } from '../connectors/connector.ts';

/** So many failures in a row and a provider is left alone for a while. */
const patience = 5;
const firstPauseMs = 10_000;
const longestPauseMs = 120_000;

interface Health {
  failures: number;
  /** How often it was left alone since it last worked. */
  pauses: number;
  /** Not asked before this. */
  notBefore: number;
}

/** What this process knows of each provider's health: one circuit breaker per brand and connector. */
export interface Breakers {
  /** Why the provider is not to be asked now, or null. */
  refusal: (key: string, now: Date) => ConnectorError | null;
  /** Takes note of how a request ended. */
  record: (key: string, outcome: { kind: string } | ConnectorError, now: Date) => void;
}

/**
 * Builds the circuit breakers. A provider that fails five times in a row is left alone for 10 s,
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
      if (health.failures >= patience) {
        // This request is the probe; until it has ended the others wait on.
        health.notBefore = now.getTime() + firstPauseMs;
      }
      return null;
    },
    record: (key, outcome, now) => {
      const health = healthOf.get(key) ?? { failures: 0, pauses: 0, notBefore: 0 };
      healthOf.set(key, health);
      if ('error' in outcome && outcome.error === 'rateLimited') {
        health.notBefore = now.getTime() + outcome.retryAfterMs;
      } else if ('error' in outcome && isFailure(outcome)) {
        health.failures += 1;
        if (health.failures < patience) return;
        health.notBefore =
          now.getTime() + Math.min(firstPauseMs * 2 ** health.pauses, longestPauseMs);
        health.pauses += 1;
      } else {
        healthOf.delete(key);
      }
    },
  };
}

function describePause({ failures }: Health, pauseMs: number): ConnectorError {
  return failures >= patience
    ? { kind: 'error', error: 'unavailable', detail: 'failed too often: left alone for a while' }
    : {
        kind: 'error',
        error: 'rateLimited',
        retryAfterMs: pauseMs,
        detail: 'it asked to be left alone',
      };
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
