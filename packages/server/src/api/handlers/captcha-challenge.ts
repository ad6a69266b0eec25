import { buildChallenge } from '../../players/captcha/build-challenge.ts';
import type { ReadingHandler } from './handler.ts';

export const captchaChallenge: ReadingHandler<'captcha-challenge'> = {
  kind: 'reading',
  handle: (core, caller) => buildChallenge(core, caller),
};
