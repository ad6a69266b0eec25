import path from 'node:path';
import * as z from 'zod/mini';
import { type SiteName, siteNames } from './sites.ts';

/** The demo host's settings, from the environment. */
export interface DemoSettings {
  /** Which of the demo's sites this is. */
  site: SiteName;
  /** The origin of the demo's other site, to which this one links; null: none runs. */
  otherSiteUrl: string | null;
  port: number;
  /** The demo's origin in browsers; only this origin receives tokens. */
  demoUrl: string;
  /** The cashier's address, which a host page gets from its operator. */
  widgetUrl: string;
  /** The origin of Kassa's API, for requesting balances. */
  serverUrl: string;
  /** The origin of Kassa's operator API, for offering bonuses and giving coins. */
  operatorUrl: string;
  /** The issuer of the player tokens, as in the brand's file. */
  issuer: string;
  /** The folder of the demo's signing key and its players' balances. */
  dataFolder: string;
  /** The secret of Kassa's signed requests to the demo's backend; null: it accepts none. */
  kassaSecret: string | null;
  /** The key to Kassa's operator API; null: none, and no bonuses, games or free entries. */
  operatorKey: string | null;
  /** The simulated provider's origin, to which the playground links; null: none runs. */
  sandboxUrl: string | null;
}

const root = path.resolve(import.meta.dirname, '../../..');

const portSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536,
      'must be a port number below 65536',
    ),
  );

const addressSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an http(s) address',
    ),
  );

const originSchema = addressSchema.check(
  z.refine(
    (text) => URL.parse(text)?.origin === text.replace(/\/$/, ''),
    'must be an origin such as "http://localhost:4100", with no path',
  ),
);

const environmentSchema = z.object({
  DEMO_SITE: z._default(z.enum(siteNames), 'northline'),
  OTHER_SITE_URL: z.optional(originSchema),
  DEMO_PORT: z._default(portSchema, '4000'),
  DEMO_URL: z.optional(originSchema),
  WIDGET_URL: z._default(addressSchema, 'http://localhost:4100/kassa/'),
  SERVER_URL: z._default(originSchema, 'http://localhost:4100'),
  OPERATOR_URL: z._default(originSchema, 'http://localhost:4110'),
  DEMO_ISSUER: z._default(z.string(), 'kassa-demo'),
  DEMO_KASSA_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be "whsec_" and base64')),
  ),
  DEMO_OPERATOR_KEY: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be a key from "kassa keys create"')),
  ),
  SANDBOX_URL: z.optional(originSchema),
  KASSA_DATA: z._default(z.string(), path.join(root, '.kassa')),
});

/**
 * Reads the demo's settings from environment variables; empty ones count as unset.
 * @throws one error that names every invalid setting and its problem.
 */
export function parseSettings(environment: NodeJS.ProcessEnv): DemoSettings {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The demo can't start with these settings:\n${lines.join('\n')}`);
  }
  const { DEMO_PORT, DEMO_URL, WIDGET_URL, SERVER_URL, SANDBOX_URL, KASSA_DATA } = parsed.data;
  const { DEMO_SITE, OTHER_SITE_URL } = parsed.data;
  return {
    site: DEMO_SITE,
    otherSiteUrl: OTHER_SITE_URL === undefined ? null : new URL(OTHER_SITE_URL).origin,
    port: Number(DEMO_PORT),
    demoUrl: new URL(DEMO_URL ?? `http://localhost:${DEMO_PORT}`).origin,
    widgetUrl: WIDGET_URL,
    serverUrl: new URL(SERVER_URL).origin,
    operatorUrl: new URL(parsed.data.OPERATOR_URL).origin,
    issuer: parsed.data.DEMO_ISSUER,
    dataFolder: path.resolve(KASSA_DATA, 'demo'),
    kassaSecret: parsed.data.DEMO_KASSA_SECRET ?? null,
    operatorKey: parsed.data.DEMO_OPERATOR_KEY ?? null,
    sandboxUrl: SANDBOX_URL === undefined ? null : new URL(SANDBOX_URL).origin,
  };
}
