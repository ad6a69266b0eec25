import type { ReadingHandler } from './handler.ts';

export const sweepstakeBoxes: ReadingHandler<'sweepstake-boxes'> = {
  kind: 'reading',
  handle: (core, { brandId }) => ({ boxes: [...core.catalogOf(brandId).coinBoxes] }),
};
