import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import countriesFile from '../../../../catalog/countries.json';
import groupsFile from '../../../../catalog/groups.json';

interface ShippedMethod extends PaymentMethod {
  countries: string[] | '*';
  group: string;
  abTestGroups?: string[];
  transaction?: 'withdrawal';
}

const files = import.meta.glob<{ methods: ShippedMethod[] }>('../../../../catalog/methods/*.json', {
  eager: true,
  import: 'default',
});
const deposits = Object.values(files)
  .flatMap(({ methods }) => methods)
  .filter(({ transaction }) => transaction !== 'withdrawal');

/** The countries of the shipped catalogue, each with its usual currency. */
export const shippedCountries = countriesFile.countries;

/**
 * Returns the shipped catalogue's deposit methods for a country, as the server selects them for a
 * player in no experiment.
 */
export function offerIn(
  country: string,
  currency: string,
): { methods: ShippedMethod[]; groups: PaymentGroup[] } {
  const methods = deposits.filter(
    (method) =>
      method.abTestGroups?.includes('group_a') !== false &&
      (method.countries === '*' || method.countries.includes(country)) &&
      method.amount_rules[currency] !== undefined,
  );
  const groups = groupsFile.groups.map((group) => ({
    ...group,
    paymentMethods: methods.filter((method) => method.group === group.name).map(({ name }) => name),
  }));
  return { methods, groups };
}
