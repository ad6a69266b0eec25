/**
 * The path of the popup's own page. A file of these paths alone, since the early script imports nothing else.
 */
export const popupPagePath = '/form';

/** The path of the page that shows one deposit on another device, before its code. */
export const payPagePath = '/pay';
