import path from 'node:path';
import * as z from 'zod/mini';
import { type DataKey, parseDataKeys } from '../encryption/data-keys.ts';
import { type IsTrustedProxy, parseTrustedProxies } from './trusted-proxies.ts';

/** What the process is told from outside. One table of these stands in docs/settings.md. */
export interface Config {
  /** The interface to listen on; `localhost` keeps the server to this machine. */
  host: string;
  port: number;
  /** The origin players reach the server at; the widget's own origin. */
  publicUrl: string;
  /** Set: an external PostgreSQL. Unset: the embedded one in `dataFolder`. */
  databaseUrl: string | null;
  /** Past the pooler, where `databaseUrl` is one: for migrations. */
  databaseDirectUrl: string | null;
  /** What payment details are sealed with; unset: a file of keys in `dataFolder`. */
  dataKeys: readonly DataKey[] | null;
  /** Set: a Redis that the server's processes share. */
  redisUrl: string | null;
  /** Whose `X-Forwarded-For` is believed. */
  isTrustedProxy: IsTrustedProxy;
  /** What all rate limits are multiplied by. */
  rateLimitScale: number;
  /** How long a process that is asked to stop goes on taking requests, while `/readyz` says no. */
  drainLeadSeconds: number;
  /** Nothing is paid out, and what was about to be goes to review: after a restore. */
  arePayoutsHeld: boolean;
  /** Folder of the embedded database. */
  dataFolder: string;
  /** Folder with `brands/`. */
  configFolder: string;
  /** What is on offer: `methods/`, `icons/` and the rest of a catalogue. */
  catalogFolder: string;
  /** Where the built widget lies. */
  widgetFolder: string;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

const root = path.resolve(import.meta.dirname, '../../../../..');
const inRoot = (name: string) => path.join(root, name);

const portSchema = z.string().check(
  z.regex(/^\d{1,5}$/, 'must be a port number'),
  z.refine((text) => Number(text) < 65_536, 'must be below 65536'),
);

const httpOriginSchema = z.string().check(
  z.refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '');
  }, 'must be an origin such as "https://pay.example.com", with no path'),
);

const dataKeysSchema = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const parsed = parseDataKeys(text);
    if ('keys' in parsed) return parsed.keys;
    // The text isn't quoted: it is the keys.
    context.issues.push({ code: 'custom', message: parsed.problem, input: '' });
    return z.NEVER;
  }),
);

const trustedProxiesSchema = z
  .string()
  .check(
    z.refine(
      (text) => parseTrustedProxies(text) !== null,
      'must be how many proxies there are, or their addresses: "10.0.0.7, 192.168.0.0/16"',
    ),
  );

const redisUrlSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^rediss?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an address such as "redis://127.0.0.1:6379"',
    ),
  );

const factorSchema = z.string().check(
  z.regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number such as 2 or 0.5'),
  z.refine((text) => Number(text) > 0, 'must be above 0'),
);

const drainLeadSchema = z
  .string()
  .check(z.regex(/^([1-5]?\d|60)$/, 'must be a number of seconds from 0 to 60'));

const trustNobody: IsTrustedProxy = () => false;

const postgresUrlSchema = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'));

const environmentSchema = z.object({
  HOST: z._default(z.string(), 'localhost'),
  PORT: z._default(portSchema, '4100'),
  PUBLIC_URL: z.optional(httpOriginSchema),
  DATABASE_URL: z.optional(postgresUrlSchema),
  DATABASE_DIRECT_URL: z.optional(postgresUrlSchema),
  KASSA_DATA_KEYS: z.optional(dataKeysSchema),
  REDIS_URL: z.optional(redisUrlSchema),
  TRUST_PROXY: z._default(trustedProxiesSchema, '0'),
  RATE_LIMIT_SCALE: z._default(factorSchema, '1'),
  DRAIN_LEAD_SECONDS: z._default(drainLeadSchema, '1'),
  HOLD_PAYOUTS: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  KASSA_DATA: z._default(z.string(), inRoot('.kassa')),
  KASSA_CONFIG: z._default(z.string(), inRoot('config')),
  KASSA_CATALOG: z._default(z.string(), inRoot('catalog')),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

/**
 * Reads the settings from environment variables; empty ones count as unset.
 * @throws one error that names every setting that is wrong, and how.
 */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Kassa can't start with these settings:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  return {
    host: settings.HOST,
    port: Number(settings.PORT),
    // As browsers spell an origin: without a port that is the protocol's own.
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).origin,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    dataKeys: settings.KASSA_DATA_KEYS ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    isTrustedProxy: parseTrustedProxies(settings.TRUST_PROXY) ?? trustNobody,
    rateLimitScale: Number(settings.RATE_LIMIT_SCALE),
    drainLeadSeconds: Number(settings.DRAIN_LEAD_SECONDS),
    arePayoutsHeld: settings.HOLD_PAYOUTS === 'true',
    dataFolder: path.resolve(settings.KASSA_DATA),
    configFolder: path.resolve(settings.KASSA_CONFIG),
    catalogFolder: path.resolve(settings.KASSA_CATALOG),
    widgetFolder: inRoot('packages/widget/dist'),
    logLevel: settings.LOG_LEVEL,
  };
}
