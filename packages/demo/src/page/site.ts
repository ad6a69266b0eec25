import { siteTextsOf } from '../site-texts.ts';

/** The page's language, in which the backend rendered it. */
export const siteLanguage = document.documentElement.lang || 'en';

/** The site's texts in that language. */
export const site = siteTextsOf(siteLanguage);
