import type { Operator } from '../operator.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Makes sure that a key gets no more than who hands it out has, in scopes and in time.
 * @throws OperatorError scope.missing, key.outlivesOwn
 */
export function requireMayGive(
  giver: Pick<Operator, 'scopes' | 'expiresAt'>,
  key: { scopes: readonly string[]; expiresAt: Date | null },
): void {
  const own: ReadonlySet<string> = giver.scopes;
  const missing = key.scopes.filter((scope) => !own.has(scope));
  if (missing.length > 0) {
    const message = `This key can't give what it doesn't have: ${missing.join(', ')}.`;
    throw new OperatorError('scope.missing', message);
  }
  if (giver.expiresAt === null) return;
  if (key.expiresAt !== null && key.expiresAt <= giver.expiresAt) return;
  const message = `This key ends at ${giver.expiresAt.toISOString()}, and gives none that lasts longer.`;
  throw new OperatorError('key.outlivesOwn', message);
}
