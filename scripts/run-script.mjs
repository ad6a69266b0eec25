// Runs a script for an npm command. Plain JavaScript for Node 20 without any packages.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Between two looks at whether npm still runs. */
const lookAgainMs = 250;

/**
 * Runs a script in a folder and exits with its status. When npm ends first, the script gets SIGTERM:
 * npm passes a SIGTERM to its shell only, and a shell such as dash dies of it and leaves its
 * children running. A killed npm passes on nothing.
 */
export function runScript(node, args, cwd) {
  const child = spawn(node, args, { cwd, stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  // The script receives Ctrl-C and a closing terminal's signal itself; SIGTERM is forwarded.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', end);
  if (process.env.npm_lifecycle_event) onceNpmEnds(end);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function onceNpmEnds(act) {
  const callers = findCallers();
  const timer = setInterval(() => {
    if (findCallers() === callers) return;
    clearInterval(timer);
    act();
  }, lookAgainMs);
}

/**
 * Returns the ids of the parent, npm's shell, and of the shell's parent, npm. A process whose parent
 * has ended gets another one.
 */
function findCallers() {
  const { ppid } = process;
  return `${ppid} ${findParent(ppid)}`;
}

/**
 * Returns the id of npm if `pid` is its shell. Some shells replace themselves with the script, whose
 * parent is npm then. Only Linux tells; elsewhere a script outlives a killed npm.
 */
function findParent(pid) {
  try {
    const [, name, , parent] = /\((.*)\) (\S) (\d+)/s.exec(
      readFileSync(`/proc/${pid}/stat`, 'utf8'),
    );
    return /^(npm|node)/.test(name) ? '' : parent;
  } catch {
    return '';
  }
}
