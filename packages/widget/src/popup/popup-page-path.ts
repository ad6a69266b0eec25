/** The popup's own page. Apart from the table, since the early script needs it alone. */
export const popupPagePath = '/form';
