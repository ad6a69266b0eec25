import type { Blockchain } from '@kassa/contract';
import * as z from 'zod/mini';
import type { ChainRail } from '../connectors/chain-rail.ts';
import type { Connector } from '../connectors/connector.ts';
import { connectorFactories } from '../connectors/registry.ts';
import { describeUnknown, isRecord, type SettingProblem } from '../ground/config/parse-settings.ts';

/** The operator's account at a provider, with its own keys. */
export interface Account {
  /** Stands in rows, in ledger accounts and in the URL of the provider's notifications. */
  name: string;
  connectorName: string;
  connector: Connector;
  /** No deposit or payout begins at an account that is off; those under way go on. */
  isOn: boolean;
  /** Its operator is certified to process card numbers (design §3.8). */
  hasPciScope: boolean;
  /** Its provider can charge the player a fee on top of the amount. */
  canChargeFee: boolean;
  /** Its provider may pay a part of a payout: what it reports as paid counts. */
  canPayInPart: boolean;
  /** Its deposits are paid to the operator's own accounts (money/requisites/). */
  usesRequisites: boolean;
  /** The chains that it watches; empty for all other connectors. */
  rails: ReadonlyMap<Blockchain, ChainRail>;
}

/** An account beside those that bear the names of their connectors. */
export const accountSettingsSchema = z.strictObject({
  connector: z.string(),
  isOff: z._default(z.boolean(), false),
  /** The connector parses them. */
  settings: z.optional(z.unknown()),
});

/** An account as a brand's file names it. */
interface NamedAccount {
  name: string;
  connectorName: string;
  isOn: boolean;
  settings: unknown;
  /** The places of the account, of its connector's name and of its settings. */
  path: string;
  connectorPath: string;
  settingsPath: string;
}

/** Builds the accounts of a brand's file, of `connectors` and of `accounts`. */
export function buildAccounts(file: unknown, isLive: boolean) {
  const accounts = new Map<string, Account>();
  const formOrigins = new Set<string>();
  const problems: SettingProblem[] = [];
  const named = listAccounts(isRecord(file) ? file : {});
  for (const account of named) {
    const { name, connectorName, isOn, connectorPath, settingsPath } = account;
    const factory = connectorFactories.get(connectorName);
    if (factory === undefined) {
      const message = describeUnknown('connector', connectorName, connectorFactories.keys());
      problems.push({ path: connectorPath, message });
      continue;
    }
    problems.push(...findNameProblems(account, named));
    if (isLive && factory.isSimulated) {
      const message = 'is simulated, and a live brand takes real money';
      problems.push({ path: connectorPath, message });
    }
    const built = factory.build(account.settings);
    const found = 'problems' in built ? built.problems : isLive ? (built.testOnly ?? []) : [];
    for (const { path, message } of found) {
      problems.push({ path: path === '' ? settingsPath : `${settingsPath}.${path}`, message });
    }
    if ('problems' in built) continue;
    const { connector } = built;
    const { hasPciScope = false, canChargeFee = false, usesRequisites = false } = factory;
    const { canPayInPart = false } = factory;
    const abilities = { hasPciScope, canChargeFee, canPayInPart, usesRequisites };
    const rails = new Map((built.rails ?? []).map((rail) => [rail.blockchain, rail]));
    accounts.set(name, { name, connectorName, connector, isOn, ...abilities, rails });
    for (const origin of built.formOrigins) formOrigins.add(origin);
  }
  return { accounts, formOrigins: [...formOrigins], problems };
}

/** Leaves out an account whose connector isn't named: the schema reports it. */
function listAccounts({ connectors, accounts }: Record<string, unknown>): NamedAccount[] {
  const ofConnectors = Object.entries(isRecord(connectors) ? connectors : {}).map(
    ([name, settings]) => {
      const path = `connectors.${name}`;
      const paths = { path, connectorPath: path, settingsPath: path };
      return { name, connectorName: name, isOn: true, settings, ...paths };
    },
  );
  const others = Object.entries(isRecord(accounts) ? accounts : {}).flatMap(([name, account]) => {
    const { connector: connectorName, isOff, settings } = isRecord(account) ? account : {};
    if (typeof connectorName !== 'string') return [];
    const path = `accounts.${name}`;
    const paths = { path, connectorPath: `${path}.connector`, settingsPath: `${path}.settings` };
    return [{ name, connectorName, isOn: isOff !== true, settings, ...paths }];
  });
  return [...ofConnectors, ...others];
}

/** An account bears the name of its own connector or of none, and each name only once. */
function findNameProblems(
  { name, connectorName, path }: NamedAccount,
  named: readonly NamedAccount[],
): SettingProblem[] {
  if (connectorName !== name && connectorFactories.has(name)) {
    return [{ path, message: 'has the name of another connector' }];
  }
  const isTwice = named.some((other) => other.name === name && other.path !== path);
  return isTwice && path.startsWith('accounts.')
    ? [{ path, message: 'stands in "connectors", too' }]
    : [];
}
