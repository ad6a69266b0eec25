import { randomInt } from 'node:crypto';
import type { NewRequisite } from '../money/requisites/add-requisite.ts';

/** Returns a German account number of test data; the next call's differs. */
export function makeIban(): string {
  const digits = () => String(randomInt(10 ** 9)).padStart(9, '0');
  return `DE${digits()}${digits()}00`;
}

/** Builds a bank account for a brand's pool: of another number each time, without limits. */
export function buildRequisite(part: Partial<NewRequisite> = {}): NewRequisite {
  return {
    account: 'requisites',
    kind: 'bankAccount',
    country: 'de',
    currency: 'EUR',
    methods: ['card'],
    bank: null,
    owner: null,
    has_reference: false,
    min_amount: null,
    max_amount: null,
    day_amount_limit: null,
    day_count_limit: null,
    opens_at: null,
    closes_at: null,
    time_zone: 'UTC',
    cooldown_minutes: 60,
    payee: { iban: makeIban() },
    ...part,
  };
}
