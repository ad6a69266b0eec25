import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { captchaChallengeSchema } from '../entities/captcha.ts';

export const captchaChallenge = defineCall({
  name: 'captcha-challenge',
  method: 'GET',
  summary:
    "The captcha to solve before a method that needs one: a fresh challenge of the brand's captcha kind.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: captchaChallengeSchema,
});
