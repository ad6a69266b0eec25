import type { ReadingHandler } from '../api/handler.ts';
import { buildChallenge } from '../captcha/build-challenge.ts';

export const captchaChallenge: ReadingHandler<'captcha-challenge'> = {
  kind: 'reading',
  handle: (core, caller) => buildChallenge(core, caller),
};
