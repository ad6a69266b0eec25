import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RuleFinding, RuleSubject } from './rule-subject.ts';

/**
 * Evaluates the brand's rules of payouts for a withdrawal: before its money is held, and again
 * before it is sent. Reads the database only.
 * @returns every broken rule; a refusal is an effect, and not thrown
 */
export async function evaluateRules(
  _core: Core,
  _tx: Db | Tx,
  _subject: RuleSubject,
): Promise<RuleFinding[]> {
  return [];
}
