import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { captchaChallengeSchema } from '../entities/captcha.ts';

export const captchaChallenge = defineCall({
  name: 'captcha-challenge',
  method: 'GET',
  summary: "What to show a player before a method with a captcha: their brand's kind, fresh.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: captchaChallengeSchema,
});
