const files = import.meta.glob<string>('@flags/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of each country's flag, by ISO 3166-1 alpha-2 code. */
export const flagAddresses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [path.slice(-6, -4), address]),
);
