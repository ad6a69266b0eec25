import type * as z from 'zod/mini';
import { parseSettings } from '../ground/config/parse-settings.ts';
import type { ConnectorFactory } from './connector.ts';

type Built = Exclude<ReturnType<ConnectorFactory['build']>, { problems: unknown }>;

/** Builds a connector's factory: it names each invalid and each unknown setting. */
export function defineFactory<Schema extends z.ZodMiniType>(
  schema: Schema,
  {
    build,
    ...about
  }: Omit<ConnectorFactory, 'build'> & { build: (config: z.infer<Schema>) => Built },
): ConnectorFactory {
  return {
    ...about,
    build: (settings) => {
      const parsed = parseSettings(schema, settings);
      return parsed.isValid ? build(parsed.settings) : { problems: parsed.problems };
    },
  };
}
