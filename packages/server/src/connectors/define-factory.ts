import type * as z from 'zod/mini';
import type { ConnectorFactory } from './connector.ts';

type Built = Exclude<ReturnType<ConnectorFactory['build']>, { problems: string[] }>;

/** Builds a connector's factory: it validates the settings and names each invalid field. */
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
      const parsed = schema.safeParse(settings);
      if (parsed.success) return build(parsed.data);
      return {
        problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      };
    },
  };
}
