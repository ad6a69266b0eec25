import { errors } from '@kassa/contract';

/**
 * Why a call failed. `network`: no usable answer arrived, so whether the server acted is unknown.
 * `refused`: the server answered with an error of its table, or with something that is no answer
 * of this call (`server.error`).
 */
export class TransportError extends Error {
  readonly kind: 'network' | 'refused';
  readonly code: string;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly params: Record<string, string>;
  /** What the player may give to support. */
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

/** An answer that isn't what the contract says: the server is broken, or something stands between. */
export function malformedAnswer(call: string, status: number): TransportError {
  const message = `The answer to ${call} could not be read.`;
  return new TransportError({ kind: 'refused', code: 'server.error', message, status });
}

/** Whether sending the same request again can help: no answer came, or one that says so. */
export function isRetryable(error: TransportError): boolean {
  if (error.kind === 'network') return true;
  return Object.entries(errors).some(([code, row]) => code === error.code && row.isRetryable);
}

/**
 * Whether the call may have taken effect all the same, so that only the same idempotency key may
 * ask again.
 */
export function isOutcomeUnknown(error: TransportError): boolean {
  return isRetryable(error) || error.code === 'server.error';
}
