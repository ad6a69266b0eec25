import { CallError, type ErrorCode } from '@kassa/contract';

/**
 * A player token that isn't taken. Who sent it learns the code alone; the operator's log names the
 * reason too, so that an integrator's mistake can be found: `issuer`, `signature`, `claim.aud` …
 */
export class TokenRefusal extends CallError {
  readonly reason: string;
  /** The brand whose token it says it is, where there is such a brand. */
  readonly brandId: string | undefined;

  constructor(code: ErrorCode, message: string, reason: string, brandId?: string) {
    super(code, message);
    this.reason = reason;
    this.brandId = brandId;
  }
}
