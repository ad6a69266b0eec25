import { describeUnknown, isRecord, type SettingProblem } from '../ground/config/parse-settings.ts';
import type { Account } from './accounts.ts';

/*
 * What the schema of a brand's file can't see. The rules read the file as it is, so that an invalid setting
 * elsewhere hides no problem.
 */

/** Finds the problems of a brand's file beside those of its single settings. */
export function findFileProblems(
  name: string,
  value: unknown,
  {
    accounts,
    issuers,
    isLive,
  }: {
    accounts: ReadonlyMap<string, Account>;
    /** Those of the files before, with their files' names; this file's is added. */
    issuers: Map<string, string>;
    isLive: boolean;
  },
): SettingProblem[] {
  const takesFiles = ({ usesRequisites, connector }: Account) =>
    usesRequisites || connector.payoutFile !== undefined;
  return [
    ...findNameProblems(name, value, issuers),
    ...findInsecureAddresses(value),
    ...findUnknownProviders(value),
    ...findUnfit(value, accounts, {
      place: 'invoices.creditOddAmounts',
      what: 'account of the connector "requisites"',
      fits: ({ usesRequisites }) => usesRequisites,
    }),
    ...findUnfit(value, accounts, {
      place: 'signedFiles',
      what: 'account with files of a bank',
      fits: takesFiles,
    }),
    ...(isLive ? findSamples(value) : []),
  ];
}

/** Returns the setting at a path such as `webhook.url`; undefined if there is none. */
export function settingAt(value: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value);
}

/** Finds settings that simulate what a live brand must measure or own. */
function findSamples(value: unknown): SettingProblem[] {
  const message = 'is simulated, and a live brand takes real money';
  return ['sampleHistory', 'sampleRequisites']
    .filter((path) => settingAt(value, path) === true)
    .map((path) => ({ path, message }));
}

function findNameProblems(
  file: string,
  value: unknown,
  issuers: Map<string, string>,
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const product = settingAt(value, 'product');
  if (typeof product === 'string' && `${product}.json` !== file) {
    problems.push({ path: 'product', message: "must be the file's name" });
  }
  const issuer = settingAt(value, 'token.issuer');
  if (typeof issuer !== 'string' || issuer === '') return problems;
  const twin = issuers.get(issuer);
  if (twin !== undefined) {
    problems.push({ path: 'token.issuer', message: `is already used by ${twin}` });
  }
  issuers.set(issuer, file);
  return problems;
}

/** Finds formats of files of accounts that the brand doesn't have: no file would have them. */
function findUnknownProviders(value: unknown): SettingProblem[] {
  const names = (place: string) => {
    const found = settingAt(value, place);
    return isRecord(found) ? Object.keys(found) : [];
  };
  const accounts = [...names('connectors'), ...names('accounts')];
  return ['settlements', 'statements'].flatMap((place) =>
    names(place)
      .filter((name) => !accounts.includes(name))
      .map((name) => ({
        path: `${place}.${name}`,
        message: describeUnknown('account in this file', name, accounts),
      })),
  );
}

/** Finds accounts in a list that don't fit what the list is for. */
function findUnfit(
  value: unknown,
  accounts: ReadonlyMap<string, Account>,
  { place, what, fits }: { place: string; what: string; fits: (account: Account) => boolean },
): SettingProblem[] {
  const named = settingAt(value, place);
  if (!Array.isArray(named)) return [];
  const possible = [...accounts.values()].filter(fits).map(({ name }) => name);
  return named.flatMap((name: unknown, index) =>
    typeof name !== 'string' || possible.includes(name)
      ? []
      : [{ path: `${place}.${index}`, message: describeUnknown(what, name, possible) }],
  );
}

/**
 * Finds URLs that lack TLS in a live brand: all URLs that move its money, report on it, identify
 * players or give exchange rates must use https. Connectors check their own.
 */
function findInsecureAddresses(value: unknown): SettingProblem[] {
  if (settingAt(value, 'mode') !== 'live') return [];
  const keys = settingAt(value, 'token.keys');
  const addresses = [
    ...(Array.isArray(keys) ? keys : []).map((key: unknown, index) => ({
      path: `token.keys.${index}.jwksUrl`,
      url: settingAt(key, 'jwksUrl'),
    })),
    ...['webhook.url', 'approval.url', 'rates.url', 'captcha.apiUrl', 'captcha.scriptUrl'].map(
      (path) => ({ path, url: settingAt(value, path) }),
    ),
    ...(settingAt(value, 'wallet.kind') === 'http'
      ? [{ path: 'wallet.url', url: settingAt(value, 'wallet.url') }]
      : []),
  ];
  const protocolOf = (url: unknown) => (typeof url === 'string' ? URL.parse(url)?.protocol : null);
  // Support may also be a chat or a mailbox.
  const isSupportOpen = protocolOf(settingAt(value, 'supportUrl')) === 'http:';
  return [
    ...addresses.filter(({ url }) => {
      const protocol = protocolOf(url) ?? 'https:';
      return protocol !== 'https:';
    }),
    ...(isSupportOpen ? [{ path: 'supportUrl' }] : []),
  ].map(({ path }) => ({ path, message: 'must be https in a live brand' }));
}
