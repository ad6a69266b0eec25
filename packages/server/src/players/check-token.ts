import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { BrandConfig, TokenKey } from '../brands/brand-config.ts';
import { profileClaims, readClaims } from './player-profile.ts';
import { clockToleranceSeconds, parseClaims, type TokenFault } from './token-faults.ts';
import { buildKeySource, faultOf, findKey } from './verify-token.ts';

/** One check of a token. */
export interface TokenFinding {
  /** What was checked: `signature`, or a claim's name. */
  subject: string;
  /** What the token has there; no secret. */
  found: string;
  /** Null if it is as expected. */
  fault: TokenFault | null;
  /** What was expected of a claim that is left out: the token is accepted without it. */
  warning?: string;
}

/** The part of a brand that tokens are checked against. */
export interface TokenBrand {
  id: string;
  token: BrandConfig['token'];
}

/**
 * Makes every check of a player token that the verifier makes, also after the first that fails.
 * `brands` are those that the token may be for: with one brand, a token of another issuer is
 * checked against it all the same.
 */
export async function checkToken(
  token: string,
  brands: readonly TokenBrand[],
  now: Date,
): Promise<TokenFinding[]> {
  const read = decode(token);
  if (read === null) {
    const found = token === '' ? 'nothing' : `${token.split('.').length} parts, not readable`;
    return [{ subject: 'form', found, fault: token === '' ? 'missing' : 'malformed' }];
  }
  const { header, payload } = read;
  const { iss } = payload;
  const named = brands.find((brand) => brand.token.issuer === iss);
  const brand = named ?? (brands.length === 1 ? brands[0] : undefined);
  const form = `a JWT with ${describe({ alg: header.alg, kid: header.kid })}`;
  const issuers = brands.map((one) => `"${one.token.issuer}" (${one.id})`).join(', ');
  const findings: TokenFinding[] = [
    { subject: 'form', found: form, fault: null },
    named === undefined
      ? { subject: 'iss', found: `${show(iss)}; issuers: ${issuers}`, fault: 'issuer' }
      : { subject: 'iss', found: `${show(iss)}, of the brand ${named.id}`, fault: null },
  ];
  if (brand === undefined) return findings;
  return [
    ...findings,
    ...(await checkSignature(token, header, brand)),
    ...checkClaims(payload, brand, now),
    ...checkProfile(payload, now),
  ];
}

/** Names the claims about the person, without their values. */
function checkProfile(payload: JWTPayload, now: Date): TokenFinding[] {
  const { unread } = readClaims(payload, now);
  return Object.entries(profileClaims).flatMap(([claim, expected]): TokenFinding[] => {
    if (unread.includes(claim)) {
      return [{ subject: claim, found: 'not understood', fault: null, warning: expected }];
    }
    const isStated = !claim.includes('.') && payload[claim] !== undefined;
    return isStated ? [{ subject: claim, found: 'understood', fault: null }] : [];
  });
}

interface Header {
  alg?: string | undefined;
  kid?: string | undefined;
}

function decode(token: string): { header: Header; payload: JWTPayload } | null {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    return null;
  }
}

async function checkSignature(
  token: string,
  { alg, kid }: Header,
  { token: { keys } }: TokenBrand,
): Promise<TokenFinding[]> {
  const key = findKey(keys, alg, kid);
  if (key === undefined) {
    const found = `${describe({ alg, kid })}; keys: ${keys.map(describeKey).join(', ')}`;
    return [{ subject: 'key', found, fault: 'key' }];
  }
  const place = `token.keys.${keys.indexOf(key)}: ${describeKey(key)}`;
  try {
    await compactVerify(token, buildKeySource(key), { algorithms: [key.alg] });
  } catch (error) {
    const fault = faultOf(error);
    const isKnown = fault !== 'key' && fault !== 'keys';
    const reason = error instanceof Error ? `: ${error.message}` : '';
    return [
      {
        subject: 'key',
        found: isKnown ? place : `${place}${reason}`,
        fault: isKnown ? null : fault,
      },
      ...(isKnown ? [{ subject: 'signature', found: "not that key's", fault }] : []),
    ];
  }
  return [
    { subject: 'key', found: place, fault: null },
    { subject: 'signature', found: "that key's", fault: null },
  ];
}

type FaultsByClaim = {
  [Fault in TokenFault as Fault extends `claim.${infer Claim}` ? Claim : never]: readonly [
    Fault,
    ...TokenFault[],
  ];
};

/** The claims in the order of the checks, with the faults that each can have. */
const faultsByClaim: FaultsByClaim = {
  aud: ['claim.aud'],
  nbf: ['claim.nbf'],
  iat: ['claim.iat', 'future'],
  exp: ['claim.exp', 'expired', 'lifetime'],
  sub: ['claim.sub'],
  jti: ['claim.jti'],
  currency: ['claim.currency'],
  country: ['claim.country'],
  role: ['claim.role'],
  group: ['claim.group'],
  account_type: ['claim.account_type'],
  captcha_bypass: ['claim.captcha_bypass'],
  verified: ['claim.verified'],
  region: ['claim.region'],
  of_age: ['claim.of_age'],
};

function checkClaims(payload: JWTPayload, { token }: TokenBrand, now: Date): TokenFinding[] {
  const parsed = parseClaims(payload, now);
  const faults = [
    ...findJwtFaults(payload, token.audience, now),
    ...(parsed.isValid ? [] : parsed.faults),
  ];
  return Object.entries(faultsByClaim).flatMap(([claim, possible]): TokenFinding[] => {
    const found = showClaim(claim, payload[claim]);
    const own = possible.filter((fault) => faults.includes(fault));
    if (own.length > 0) {
      const wanted = claim === 'aud' ? `the brand's is ${show(token.audience)}` : undefined;
      const hint = times.has(claim) ? `now it is ${now.toISOString()}` : wanted;
      const told = hint === undefined ? found : `${found}; ${hint}`;
      return own.map((fault) => ({ subject: claim, found: told, fault }));
    }
    return payload[claim] === undefined ? [] : [{ subject: claim, found, fault: null }];
  });
}

/** The rules of every JWT (RFC 7519), which the verifier leaves to its library. */
function findJwtFaults(payload: JWTPayload, audience: string, now: Date): TokenFault[] {
  const { aud, nbf, exp } = payload;
  const seconds = Math.floor(now.getTime() / 1000);
  const isBefore = typeof nbf === 'number' && nbf > seconds + clockToleranceSeconds;
  const isLate = typeof exp === 'number' && exp <= seconds - clockToleranceSeconds;
  const isMalformed = nbf !== undefined && typeof nbf !== 'number';
  return [
    ...([aud].flat().includes(audience) ? [] : (['claim.aud'] as const)),
    ...(isMalformed || isBefore ? (['claim.nbf'] as const) : []),
    ...(isLate ? (['expired'] as const) : []),
  ];
}

const times: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf']);

function showClaim(claim: string, value: unknown): string {
  if (!times.has(claim) || typeof value !== 'number') return show(value);
  const moment = new Date(value * 1000);
  return Number.isNaN(moment.getTime()) ? show(value) : `${value}, ${moment.toISOString()}`;
}

const show = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value));

const describe = ({ alg, kid }: Header) => `alg ${show(alg)}, kid ${show(kid)}`;

/** A key without anything secret. */
function describeKey(key: TokenKey): string {
  return `${key.alg} ${'jwksUrl' in key ? `from ${key.jwksUrl}` : `"${key.kid}"`}`;
}
