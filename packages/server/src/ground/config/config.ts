import { isIP } from 'node:net';
import path from 'node:path';
import { isRefusedPort } from '@kassa/contract';
import * as z from 'zod/mini';
import { type DataKey, parseDataKeys } from '../encryption/data-keys.ts';
import { nearestName } from './nearest-name.ts';
import { type IsTrustedProxy, parseTrustedProxies, trustNobody } from './trusted-proxies.ts';

/**
 * The settings of the process, from environment variables. docs/settings.md has the table of them.
 */
export interface Config {
  /** The interface to listen on; `localhost` keeps the server to this machine. */
  host: string;
  port: number;
  /** The interface of the operator's listener: operator API, metrics, API documents. */
  operatorHost: string;
  /** 0: any free port. */
  operatorPort: number;
  /** The origin at which players reach the server; also the origin of the widget. */
  publicUrl: string;
  /** Set: an external PostgreSQL. Unset: the embedded PostgreSQL in `dataFolder`. */
  databaseUrl: string | null;
  /** The database's direct address, if `databaseUrl` is a pooler. Migrations use it. */
  databaseDirectUrl: string | null;
  /** Keys that seal payment details; unset: a key file in `dataFolder`. */
  dataKeys: readonly DataKey[] | null;
  /** Set: a Redis that the server's processes share. */
  redisUrl: string | null;
  /** Decides which proxies' `X-Forwarded-For` the server trusts. */
  isTrustedProxy: IsTrustedProxy;
  /** Multiplies all rate limits. */
  rateLimitScale: number;
  /** Seconds for which a stopping process still accepts requests while `/readyz` reports 503. */
  drainLeadSeconds: number;
  /** Set after a restore: the server sends no payouts, and pending ones go to review. */
  arePayoutsHeld: boolean;
  /** Folder of the embedded database. */
  dataFolder: string;
  /** Folder with `brands/`. */
  configFolder: string;
  /** Folder of the catalogue: `methods/`, `icons/` and the rest. */
  catalogFolder: string;
  /** Folder of the built widget. */
  widgetFolder: string;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

const root = path.resolve(import.meta.dirname, '../../../../..');
const inRoot = (name: string) => path.join(root, name);

const portSchema = z.string().check(
  z.regex(/^\d{1,5}$/, 'must be a port number'),
  z.refine((text) => Number(text) < 65_536, 'must be below 65536'),
  z.refine((text) => !isRefusedPort(Number(text)), {
    error: 'must be a port that browsers accept: see https://fetch.spec.whatwg.org/#port-blocking',
  }),
);

const hostSchema = z
  .string()
  .check(
    z.refine(
      (text) => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text),
      'must be a host name or an address such as "127.0.0.1", with no protocol and no port',
    ),
  );

/** The distance of the operator's port from the players' port, unless OPERATOR_PORT is set. */
const operatorPortDistance = 10;

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
    // The message doesn't quote the text, as it contains the keys.
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

const postgresUrlSchema = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'));

const variablesSchema = z.object({
  HOST: z._default(hostSchema, 'localhost'),
  PORT: z._default(portSchema, '4100'),
  OPERATOR_HOST: z._default(hostSchema, 'localhost'),
  OPERATOR_PORT: z.optional(portSchema),
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
  KASSA_WIDGET: z._default(z.string(), inRoot('packages/widget/dist')),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

const environmentSchema = variablesSchema.check((context) => {
  const problem = findOperatorPortProblem(context.value);
  if (problem === null) return;
  const path = ['OPERATOR_PORT'];
  context.issues.push({ code: 'custom', path, message: problem, input: context.value });
});

type Ports = Pick<z.infer<typeof variablesSchema>, 'PORT' | 'OPERATOR_PORT'>;

/** Returns what is wrong with the operator's port, whose default depends on the players' port. */
function findOperatorPortProblem(ports: Ports): string | null {
  const port = chooseOperatorPort(ports);
  if (port !== 0 && port === Number(ports.PORT)) return 'must differ from PORT';
  return portSchema.safeParse(String(port)).success
    ? null
    : `must be set, as its default, PORT + ${operatorPortDistance}, is ${port}, which can't be used`;
}

function chooseOperatorPort({ PORT, OPERATOR_PORT }: Ports): number {
  const port = Number(PORT);
  // 0 is any free port, for both of them.
  return Number(OPERATOR_PORT ?? (port === 0 ? 0 : port + operatorPortDistance));
}

/** One wrong letter in six is a typing error; shorter names, such as HOST, have no room for any. */
const lettersPerMistake = 6;

/**
 * Returns the words of a name in one form and order, without the prefix KASSA: the same for
 * `TRUST_PROXY` and `KASSA_PROXIES_TRUSTED`. Null for a single word, which is too common.
 */
function wordsOf(name: string): string | null {
  const words = name.replace(/^KASSA_/, '').split('_');
  const plain = words.map((word) => word.replace(/IES$/, 'Y').replace(/(S|ED)$/, ''));
  return plain.length > 1 ? plain.sort().join('_') : null;
}

/**
 * Finds variables whose names are almost those of a setting that isn't set, or have its words in
 * another form. Other unknown variables may belong to other programs, or to a brand's file.
 */
function findMisspelt(given: readonly string[]): string[] {
  const missing = Object.keys(variablesSchema.shape).filter(
    (name) => name.length >= lettersPerMistake && !given.includes(name),
  );
  return given
    .filter((name) => !Object.hasOwn(variablesSchema.shape, name))
    .flatMap((name) => {
      const words = wordsOf(name);
      const meant =
        missing.find((setting) => words !== null && wordsOf(setting) === words) ??
        nearestName(name, missing, ({ length }) => Math.floor(length / lettersPerMistake));
      return meant === undefined ? [] : [`  ${name} is not a setting; did you mean ${meant}?`];
    });
}

/**
 * Reads the settings from environment variables. Empty variables count as unset.
 * @throws one error that names every invalid or misspelt setting and what is wrong with it.
 */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  const problems = [
    ...(parsed.error?.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`) ?? []),
    ...findMisspelt(given.map(([name]) => name)),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new Error(`Kassa can't start with these settings:\n${problems.join('\n')}`);
  }
  const settings = parsed.data;
  return {
    host: settings.HOST,
    port: Number(settings.PORT),
    operatorHost: settings.OPERATOR_HOST,
    operatorPort: chooseOperatorPort(settings),
    // Normalized like a browser's origin: without the protocol's default port.
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
    widgetFolder: path.resolve(settings.KASSA_WIDGET),
    logLevel: settings.LOG_LEVEL,
  };
}
