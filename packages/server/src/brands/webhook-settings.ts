import type * as z from 'zod/mini';
import { defineEndpoint } from '../ground/signed-http/endpoint-settings.ts';

/** Where a brand's operator wants to be told of what happens. */
export const webhookSettingsSchema = defineEndpoint({ fallbackMs: 10_000, longestMs: 15_000 });

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;
