import type { Account } from '../brands/accounts.ts';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import type { Connector } from '../connectors/connector.ts';

/** Builds a deposit method in euros, offered in Germany; `part` replaces some of its fields. */
export function buildMethod(name: string, part: Partial<CatalogMethod> = {}): CatalogMethod {
  return {
    name,
    category: 'card',
    cardViewType: 1,
    text: { en: name },
    amount_rules: { EUR: { min: '5', max: '500' } },
    position: 10,
    iconIds: ['visa'],
    countries: ['de'],
    connector: 'sandbox',
    group: 'cards',
    transaction: 'deposit',
    ...part,
  };
}

/** Builds an account of the sandbox that is on; `part` replaces some of its fields. */
export function buildAccount(name: string, part: Partial<Account> = {}): Account {
  return {
    name,
    connectorName: 'sandbox',
    connector: {} as Connector,
    isOn: true,
    hasPciScope: false,
    canChargeFee: false,
    canPayInPart: false,
    usesRequisites: false,
    rails: new Map(),
    ...part,
  };
}
