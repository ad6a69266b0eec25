import * as z from 'zod/mini';
import { type Choices, locales, themes, transports } from '../choices.ts';

/** What the playground's controls stand at. */
export type PlaygroundSettings = z.infer<ReturnType<typeof settingsSchema>>;

/** Missing and wrong values have their defaults, so that an old link still opens. */
function settingsSchema({ countries, currencies }: Choices) {
  return z.object({
    player: z.catch(z.string().check(z.regex(/^[\w.@-]{1,64}$/)), 'player-1'),
    currency: z.catch(z.enum(currencies), 'EUR'),
    country: z.catch(z.enum(countries), 'de'),
    locale: z.catch(z.enum(locales), 'en'),
    theme: z.catch(z.enum(themes), 'auto'),
    transport: z.catch(z.enum(transports), 'socket'),
    /** Whether the cashier shows its close button. */
    closing: z.catch(
      z.pipe(
        z.enum(['0', '1']),
        z.transform((text) => text === '1'),
      ),
      true,
    ),
  });
}

/**
 * Reads settings from an address's query. A player that isn't named there is the one remembered
 * from the last visit.
 */
export function decodeSettings(
  query: string,
  choices: Choices,
  rememberedPlayer: string | null = null,
): PlaygroundSettings {
  const given = new URLSearchParams(query);
  if (!given.has('player') && rememberedPlayer !== null) given.set('player', rememberedPlayer);
  return settingsSchema(choices).parse(Object.fromEntries(given));
}

/** Writes all settings into a query, so that a link means the same on another machine. */
export function encodeSettings(settings: PlaygroundSettings): string {
  const { closing, ...texts } = settings;
  return `?${new URLSearchParams({ ...texts, closing: closing ? '1' : '0' })}`;
}
