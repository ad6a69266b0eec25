/** As many countries as a large brand offers; the player's own comes first. */
export const sampleCountries = [
  ...['de', 'at', 'be', 'br', 'ca', 'ch', 'cd', 'eg', 'es', 'fr', 'gb', 'in', 'it', 'kg', 'kz'],
  ...['mx', 'ng', 'pl', 'pt', 'sa', 'se', 'tj', 'tr', 'uz', 'vc', 'za'],
];
