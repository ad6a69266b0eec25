import { decodeVideoGuide } from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** `redesign` for all, a language, or a language and a country (§3). */
const audience = /^(redesign|[a-z]{2,3}(_[a-z]{2})?)$/;

/** The films of a method: each for a known audience, on a player that the widget's page may frame. */
export function checkVideos(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { video_guide_url: films = {} } = placed.entry;
  return Object.entries(films).flatMap(([key, address]) => {
    const report = (message: string) => [problemAt(placed, `video_guide_url.${key}`, message)];
    if (!audience.test(key)) {
      return report('must be "redesign", a language such as "pt", or both such as "pt_br"');
    }
    return decodeVideoGuide(address, 'en') === null
      ? report('is no film on YouTube or Vimeo, by https')
      : [];
  });
}
