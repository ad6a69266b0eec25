import type { KeptAnswer } from './kept-answer.ts';

/** Answers that are kept for as long as there is room. */
export interface KeptAnswers {
  /**
   * The answer that was kept under this key, made of the same thing; else the one that is made now.
   * @param madeOf - what it is made of besides what the key names: of another, it is made anew
   */
  resolve: (key: string, madeOf: object, make: () => KeptAnswer) => KeptAnswer;
}

/** JSON, its parts as objects, and the compressed form: no more than this many times its length. */
const roomPerByte = 3;

/** Keeps answers within so much memory; those that were asked for longest ago make way. */
export function buildKeptAnswers(mostBytes = 64 * 2 ** 20): KeptAnswers {
  // A map gives its keys in the order in which they were set: the first is the oldest.
  const kept = new Map<string, { answer: KeptAnswer; madeOf: object; bytes: number }>();
  let bytesKept = 0;
  const drop = (key: string) => {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    resolve: (key, madeOf, make) => {
      const found = kept.get(key);
      if (found?.madeOf === madeOf) {
        kept.delete(key);
        kept.set(key, found);
        return found.answer;
      }
      drop(key);
      const answer = make();
      const bytes = answer.json.length * roomPerByte + key.length;
      kept.set(key, { answer, madeOf, bytes });
      bytesKept += bytes;
      for (const oldest of kept.keys()) {
        if (bytesKept <= mostBytes) break;
        drop(oldest);
      }
      return answer;
    },
  };
}
