import {
  type Bonus,
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatPercent,
} from '@kassa/contract';
import { useId } from 'react';
import { formatsOf } from '../../i18n/formats.ts';
import { type Text, useMoney, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { minDepositOf } from './bonus.machine.ts';
import styles from './bonus-terms.module.css';

interface Term {
  name: string;
  value: string;
}

/** The benefits and conditions of a bonus as text. */
export function BonusTerms({ bonus }: { bonus: Bonus }) {
  const text = useText();
  const heading = useId();
  const terms = useTerms(bonus);
  const rules = describeRules(bonus, text);
  return (
    <section className={styles.terms} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        {text('bonus.details.terms')}
      </h2>
      <dl className={styles.list}>
        {terms.map(({ name, value }) => (
          <div key={name} className={styles.term}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rules.length > 0 && (
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Lists the bonus's numbers with their names, without those that the host leaves out. */
function useTerms(bonus: Bonus): Term[] {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { depositBonusData: deposit, freespinBonusData: freespin, currency } = bonus;
  const amount = (value: Decimal | undefined) =>
    value === undefined || compareDecimals(value, '0') <= 0
      ? undefined
      : money(value, currency, { trimZeros: true });
  const { DateTimeFormat } = formatsOf(locale.format);
  const until = new DateTimeFormat(locale.format, { dateStyle: 'medium', timeStyle: 'short' });
  const isFreespin = bonus.type === 'freespin';
  const percent = deposit?.percent;
  const spins = freespin?.count?.toString();
  const entries: [string, string | undefined][] = isFreespin
    ? [
        [text('bonus.term.spins'), spins && formatDecimal(spins, locale.format)],
        [text('bonus.term.games'), listGames(bonus, locale.format)],
        [text('bonus.term.maxSpinWin'), amount(freespin?.maxSpinWin)],
      ]
    : [
        [
          text('bonus.term.percent'),
          percent === undefined
            ? undefined
            : text('bonus.term.ofDeposit', { percent: formatPercent(percent, locale.format) }),
        ],
        [text('bonus.term.maxBonus'), amount(deposit?.maxBonusAmount)],
      ];
  return [
    ...entries,
    [text('bonus.term.minDeposit'), amount(minDepositOf(bonus))] as const,
    [text('bonus.term.until'), until.format(Date.parse(bonus.mustAccruedBefore))] as const,
  ].flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** Describes the wagering, what a withdrawal before it means, and the other rules, in sentences. */
function describeRules(bonus: Bonus, text: Text): string[] {
  const data = bonus.type === 'freespin' ? bonus.freespinBonusData : bonus.depositBonusData;
  const { wagerMultiplier: wager, payoutMultiplier: payout } = data ?? {};
  return [
    ...(wager === undefined || wager <= 0
      ? []
      : [
          text('bonus.rule.wager', { times: wager }),
          ...(bonus.onWithdrawal === 'sticky' ? [] : [text('bonus.rule.forfeit')]),
        ]),
    ...(payout === undefined || payout <= 0 ? [] : [text('bonus.rule.payout', { times: payout })]),
    // §3: free spins require a deposit.
    ...(bonus.type === 'freespin' ? [text('bonus.rule.freespin')] : []),
  ];
}

/** Lists the games by their English names, the only ones that the host sends. */
function listGames({ freespinBonusData }: Bonus, locale: string): string | undefined {
  const names = (freespinBonusData?.gamesContent ?? []).map(({ nameEn }) => nameEn);
  const { ListFormat } = formatsOf(locale);
  return names.length === 0 ? undefined : new ListFormat(locale).format(names);
}
