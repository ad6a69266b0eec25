import { retryableErrors } from '@kassa/contract';

/**
 * Why a call failed. `network`: no usable response arrived, so whether the server acted is unknown.
 * `refused`: the server responded with an error of its table, or with a response that doesn't match
 * this call (`server.error`).
 */
export class TransportError extends Error {
  readonly kind: 'network' | 'refused';
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly params: Record<string, string>;
  /** The reference that the player may give to support. */
  readonly reference: string | undefined;

  constructor(failure: {
    kind: 'network' | 'refused';
    code: string;
    message: string;
    status?: number;
    params?: Record<string, string>;
    reference?: string;
  }) {
    super(failure.message);
    this.name = 'TransportError';
    this.kind = failure.kind;
    this.code = failure.code;
    this.status = failure.status ?? 0;
    this.params = failure.params ?? {};
    this.reference = failure.reference;
  }
}

export function networkError(message: string): TransportError {
  return new TransportError({ kind: 'network', code: 'network', message });
}

/**
 * Returns the error for a response that doesn't match the contract: the server or a proxy is
 * broken.
 */
export function malformedAnswer(call: string, status: number): TransportError {
  const message = `The response to ${call} is malformed.`;
  return new TransportError({ kind: 'refused', code: 'server.error', message, status });
}

/**
 * Returns whether a retry of the same request can help: there was no response, or a retryable
 * error.
 */
export function isRetryable(error: TransportError): boolean {
  return error.kind === 'network' || Object.hasOwn(retryableErrors, error.code);
}

/**
 * Returns whether the call may have taken effect, so that it may only be repeated with the same
 * idempotency key.
 */
export function isOutcomeUnknown(error: TransportError): boolean {
  return isRetryable(error) || error.code === 'server.error';
}
