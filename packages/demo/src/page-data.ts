import * as z from 'zod/mini';
import { choicesSchema } from './choices.ts';

/** The data of the demo's backend for its page. */
export const pageDataSchema = z.object({
  widgetUrl: z.string(),
  choices: choicesSchema,
  /** Whether the backend receives Kassa's webhooks and shows them. */
  hasWebhooks: z.boolean(),
});

export type PageData = z.infer<typeof pageDataSchema>;
