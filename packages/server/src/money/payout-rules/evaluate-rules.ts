import type { ErrorCode } from '@kassa/contract';
import type { WithdrawalSettings } from '../../brands/withdrawal-settings.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { closedLoop } from './closed-loop.ts';
import { identity } from './identity.ts';
import { judgeScreening } from './judge-screening.ts';
import { nameMatch } from './name-match.ts';
import { playthrough } from './playthrough.ts';
import type { Rule, RuleCore, RuleFinding, RuleName, RuleSubject } from './rule-subject.ts';
import { thirdParty } from './third-party.ts';
import { turnover } from './turnover.ts';

interface Row {
  evaluate: Rule;
  code: ErrorCode;
  effectOf: (settings: WithdrawalSettings) => 'off' | 'review' | 'refuse';
}

/** The rules in the order in which players read their refusals. */
const rules: Record<RuleName, Row> = {
  identity: {
    evaluate: identity,
    code: 'payout.unverified',
    effectOf: ({ unverifiedUpTo }) => (unverifiedUpTo === null ? 'off' : 'refuse'),
  },
  turnover: {
    evaluate: turnover,
    code: 'payout.turnover',
    effectOf: (settings) => (settings.turnover === null ? 'off' : 'refuse'),
  },
  playthrough: {
    evaluate: playthrough,
    code: 'payout.playthrough',
    effectOf: () => 'refuse',
  },
  closedLoop: {
    evaluate: closedLoop,
    code: 'payout.closedLoop',
    effectOf: (settings) => settings.closedLoop,
  },
  nameMatch: {
    evaluate: nameMatch,
    code: 'payout.nameMismatch',
    effectOf: (settings) => settings.nameMatch,
  },
  thirdParty: {
    evaluate: thirdParty,
    code: 'payout.thirdParty',
    effectOf: (settings) => settings.thirdParty,
  },
  screening: {
    evaluate: ({ subject }) => judgeScreening(subject.screening),
    code: 'payout.screening',
    effectOf: ({ screening }) => (screening === null ? 'off' : 'refuse'),
  },
};

/**
 * Evaluates the brand's rules of payouts for a withdrawal: before its money is held, and again
 * before it is sent. Reads the database only.
 * @returns every broken rule; a refusal is an effect, and not thrown
 */
export async function evaluateRules(
  core: RuleCore,
  db: Db | Tx,
  subject: RuleSubject,
): Promise<RuleFinding[]> {
  const settings = core.brands.get(subject.brandId)?.withdrawals;
  if (settings === undefined) return [];
  const findings: RuleFinding[] = [];
  for (const [rule, { evaluate, code, effectOf }] of Object.entries(rules)) {
    const effect = effectOf(settings);
    if (effect === 'off') continue;
    const breach = await evaluate({ core, db, settings, subject });
    if (breach === null) continue;
    const { params = {}, detail } = breach;
    findings.push({
      rule: rule as RuleName,
      effect: breach.effect ?? effect,
      code,
      params,
      detail,
    });
  }
  return findings;
}
