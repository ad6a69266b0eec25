import type { NewRequisite } from '../money/requisites/add-requisite.ts';

/** Builds an account of a pool without limits. */
export function buildRequisite(part: Partial<NewRequisite> = {}): NewRequisite {
  return {
    account: 'requisites',
    kind: 'bankAccount',
    country: 'de',
    currency: 'EUR',
    methods: ['card'],
    bank: null,
    owner: null,
    payee: { account_number: '12345678' },
    has_reference: false,
    min_amount: null,
    max_amount: null,
    day_amount_limit: null,
    day_count_limit: null,
    opens_at: null,
    closes_at: null,
    time_zone: 'UTC',
    cooldown_minutes: 60,
    ...part,
  };
}
