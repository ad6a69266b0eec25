/**
 * @typedef {object} Platform
 * @property {string} os - as `process.platform`
 * @property {string} cpu - as `process.arch`
 * @property {string | undefined} libc - on Linux `glibc` or `musl`
 */

/**
 * Lists the folders of the packages that npm installs on this platform only, such as those with a
 * program for it. They are optional: npm leaves one out without an error if it doesn't get it.
 * @param {Record<string, { os?: string[], cpu?: string[], libc?: string[], dev?: boolean }>} packages
 *   of package-lock.json
 * @param {Platform} platform
 * @param {boolean} withDev - whether the packages of tests and tools are installed
 * @returns {string[]}
 */
export function listPlatformPackages(packages, platform, withDev) {
  return Object.entries(packages)
    .filter(([, { os, cpu, dev }]) => (os || cpu) && (withDev || !dev))
    .filter(([, { os, cpu, libc }]) =>
      [fits(os, platform.os), fits(cpu, platform.cpu), fits(libc, platform.libc)].every(Boolean),
    )
    .map(([folder]) => folder);
}

/** Returns whether a list of package.json (`["linux"]`, `["!win32"]`) allows a value. */
function fits(list, value) {
  if (list === undefined) return true;
  const allowed = list.filter((name) => !name.startsWith('!'));
  return !list.includes(`!${value}`) && (allowed.length === 0 || allowed.includes(value));
}

/**
 * Returns the platform of this process.
 * @returns {Platform}
 */
export function readPlatform() {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux') return { os, cpu, libc: undefined };
  const { header } = process.report.getReport();
  return { os, cpu, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' };
}
