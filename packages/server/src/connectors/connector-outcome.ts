import type { DeclineReason } from '@kassa/contract';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Why a request to a provider failed: a closed set, so that the engine knows how to proceed.
 * `detail` is for the log: no secret, no payment detail.
 */
export type ConnectorError = { kind: 'error'; detail: string } & (
  | {
      /**
       * It certainly did nothing, and a retry is safe: no connection, or it reports that it is
       * down.
       */
      error: 'unavailable';
    }
  | {
      /** It certainly did nothing; the next request is allowed after `retryAfterMs`. */
      error: 'rateLimited';
      retryAfterMs: number;
    }
  | {
      /** It rejects the request itself: a retry can't help. */
      error: 'rejected';
    }
  | {
      /** It declines this player's payment; `message` is its text for the player, if any. */
      error: 'declined';
      message: string | null;
      /** The reason in the closed set, if the provider's code matches one. */
      reason?: DeclineReason | null;
    }
  | {
      /** The request had no response. The provider may have processed it. */
      error: 'timeoutUnknown';
    }
  | {
      /** The response was malformed. The provider may have processed the request. */
      error: 'malformed';
    }
  | {
      /** The keys or settings are rejected: nothing works until a person corrects them. */
      error: 'misconfigured';
    }
);

export type StatusOutcome =
  /** Everything that the provider knows of this deposit, withdrawal or refund. */
  | { kind: 'known'; events: ProviderEvent[] }
  /** The provider doesn't know the deposit, withdrawal or refund. */
  | { kind: 'absent' }
  | ConnectorError;
