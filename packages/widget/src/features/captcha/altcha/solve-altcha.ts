import type { AltchaChallenge, CaptchaSolution } from '@kassa/contract';
import { solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaStage } from '../captcha-stage.ts';
import { settleOnce } from '../settle-once.ts';
import AltchaWorker from './altcha.worker.ts?worker';

/** More workers than this only heat a phone. */
const mostWorkers = 4;

/**
 * Solves ALTCHA's challenge on the player's device, in the background and without a third party.
 */
export function solveAltcha(
  { challenge }: { challenge: AltchaChallenge },
  { signal }: Pick<CaptchaStage, 'signal'>,
): Promise<CaptchaSolution> {
  return settleOnce<CaptchaSolution>(signal, ({ solve, fail }) => {
    const controller = new AbortController();
    work(challenge, controller).then(
      (solution) => {
        if (solution === null) fail('unknown', 'Captcha data empty');
        else solve({ altcha: btoa(JSON.stringify({ challenge, solution })) });
      },
      (error: unknown) => fail('unknown', `ALTCHA: ${String(error)}`),
    );
    return () => controller.abort();
  });
}

/**
 * Works in workers. Without workers it uses the page's own thread, in slices that keep the page
 * responsive.
 */
async function work(challenge: AltchaChallenge, controller: AbortController) {
  try {
    return await solveChallengeWorkers({
      challenge,
      controller,
      concurrency: countWorkers(),
      createWorker: () => new AltchaWorker(),
    });
  } catch {
    return await solveChallenge({ challenge, controller, deriveKey });
  }
}

/** Counts the workers to start; one core is left to the page. */
function countWorkers(): number {
  return Math.min(mostWorkers, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
}
