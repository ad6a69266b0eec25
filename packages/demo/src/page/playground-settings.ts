import { type ExperimentKey, experiments } from '@kassa/contract';
import * as z from 'zod/mini';
import {
  bonusPresets,
  type Choices,
  groups,
  hostKinds,
  isLocaleOffered,
  starts,
  themes,
  transports,
  views,
} from '../choices.ts';
import { texts } from '../texts.ts';
import { readThemeTokens } from './theme-token-text.ts';

/** The settings of the playground's controls. */
export type PlaygroundSettings = z.infer<ReturnType<typeof settingsSchema>>;

/** An invalid value in the address; the setting has its default instead. */
export interface Problem {
  name: string;
  value: string;
  words: string;
}

export interface ReadSettings {
  settings: PlaygroundSettings;
  problems: Problem[];
}

const playerSchema = z.string().check(z.regex(/^[\w.@-]{1,64}$/, texts.playground.playerRule));

const regionSchema = z
  .string()
  .check(z.regex(/^([a-z]{2}-[a-z0-9]{1,3})?$/, texts.playground.regionRule));

const flagSchema = z.pipe(
  z.enum(['0', '1']),
  z.transform((text) => text === '1'),
);

const localeSchema = z.string().check(z.refine(isLocaleOffered, texts.playground.unknownValue));

const wordsSchema = z.string().check(z.maxLength(200));

/** A part of the player's name in the token. */
const nameSchema = z.string().check(z.maxLength(100));

const badgeSchema = z
  .string()
  .check(
    z.refine(
      (text) => text === '' || URL.parse(text)?.protocol === 'https:',
      'must be an https address',
    ),
  );

const tokensSchema = z.string().check((context) => {
  const read = readThemeTokens(context.value);
  if (read.kind === 'wrong')
    context.issues.push({ code: 'custom', message: read.words, input: context.value });
});

/** Without an own message the library has only this one. */
function wordsOf({ issues }: { issues: { message: string }[] }): string {
  const [{ message } = { message: 'Invalid input' }] = issues;
  return message === 'Invalid input' ? texts.playground.unknownValue : message;
}

type GroupName = `group.${ExperimentKey}`;
export const groupNames = Object.keys(experiments).map((key) => `group.${key}` as GroupName);

function settingsSchema({ countries, currencies, defaults }: Choices, problems: Problem[] = []) {
  /** An invalid value is replaced by its default and reported, so that an old link still opens. */
  const setting = <Schema extends z.ZodMiniType>(
    name: string,
    schema: Schema,
    fallback: z.infer<Schema>,
  ) =>
    z.catch(schema, ({ value, error }) => {
      if (typeof value === 'string') problems.push({ name, value, words: wordsOf(error) });
      return fallback;
    });
  const flag = (name: string, fallback: boolean) => setting(name, flagSchema, fallback);
  const words = (name: string, fallback = '') => setting(name, wordsSchema, fallback);
  return z.object({
    player: setting('player', playerSchema, 'player-1'),
    currency: setting('currency', z.enum(currencies), defaults.currency),
    country: setting('country', z.enum(countries), defaults.country),
    locale: setting('locale', localeSchema, 'en'),
    start: setting('start', z.enum(starts), 'deposit'),
    theme: setting('theme', z.enum(themes), 'auto'),
    transport: setting('transport', z.enum(transports), 'socket'),
    /** Whether the cashier shows its close button. */
    closing: flag('closing', true),
    /** Whether the frame has its content's height, in the page instead of a panel or a sheet. */
    autoHeight: flag('autoHeight', false),
    /** Whether the site has verified the player's identity. */
    verified: flag('verified', defaults.verified),
    /** Where the player is; empty: the token doesn't say it. */
    region: setting('region', regionSchema, defaults.region),
    /** Whether the site knows that the player is old enough. */
    ofAge: flag('ofAge', defaults.ofAge),
    givenName: setting('givenName', nameSchema, ''),
    familyName: setting('familyName', nameSchema, ''),
    platform: setting('platform', z.enum(hostKinds), 'auto'),
    view: setting('view', z.enum(views), defaults.view),
    tokens: setting('tokens', tokensSchema, defaults.tokens),
    badge: setting('badge', badgeSchema, ''),
    bonuses: setting('bonuses', z.enum(bonusPresets), 'none'),
    bonusId: words('bonusId'),
    pwa: flag('pwa', false),
    app: flag('app', false),
    platformVersion: words('platformVersion', 'redesign'),
    host: words('host', defaults.host),
    xOrigin: words('xOrigin'),
    partnerKey: words('partnerKey'),
    backLabel: words('backLabel'),
    geetest: words('geetest'),
    isCryptoBonusAvailable: flag('isCryptoBonusAvailable', false),
    showCryptoInstruction: flag('showCryptoInstruction', false),
    ...(Object.fromEntries(
      groupNames.map((name) => [name, setting(name, z.enum(groups), 'default')]),
    ) as Record<
      GroupName,
      z.ZodMiniCatch<z.ZodMiniEnum<{ [Group in (typeof groups)[number]]: Group }>>
    >),
  });
}

/**
 * Reads settings from an address's query. Without a player in it, the player of the last visit is
 * used.
 */
export function decodeSettings(
  query: string,
  choices: Choices,
  rememberedPlayer: string | null = null,
): ReadSettings {
  const given = new URLSearchParams(query);
  const remembered = playerSchema.safeParse(rememberedPlayer);
  if (!given.has('player') && remembered.success) given.set('player', remembered.data);
  const problems: Problem[] = [];
  const settings = settingsSchema(choices, problems).parse(Object.fromEntries(given));
  return { settings, problems };
}

/**
 * Writes settings into a query: the player, and those that differ from their defaults. A link means
 * the same on another machine.
 */
export function encodeSettings(settings: PlaygroundSettings, choices: Choices): string {
  const defaults: Record<string, unknown> = settingsSchema(choices).parse({});
  const entries = Object.entries(settings)
    .filter(([name, value]) => name === 'player' || value !== defaults[name])
    .map(([name, value]) => [name, typeof value === 'boolean' ? String(Number(value)) : value]);
  return `?${new URLSearchParams(entries)}`;
}
