import * as z from 'zod/mini';
import { choicesSchema } from './choices.ts';
import { siteNames } from './sites.ts';

/** The data of the demo's backend for its page. */
export const pageDataSchema = z.object({
  site: z.enum(siteNames),
  /** The address of the demo's other site; null: none runs. */
  otherSiteUrl: z.nullable(z.string()),
  widgetUrl: z.string(),
  choices: choicesSchema,
  /** Whether the backend receives Kassa's webhooks and shows them. */
  hasWebhooks: z.boolean(),
});

export type PageData = z.infer<typeof pageDataSchema>;
