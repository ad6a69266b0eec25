import * as z from 'zod/mini';
import { choicesSchema } from './choices.ts';

/** What the demo's backend tells its page. */
export const pageDataSchema = z.object({
  widgetUrl: z.string(),
  choices: choicesSchema,
  /** Whether the backend takes Kassa's webhooks, and has them to show. */
  hasWebhooks: z.boolean(),
});

export type PageData = z.infer<typeof pageDataSchema>;
