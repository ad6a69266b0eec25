/**
 * The path of the popup's own page. A file of its own, since the early script imports nothing else.
 */
export const popupPagePath = '/form';
