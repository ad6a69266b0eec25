// The rules for commit messages: one reason, as an imperative, in a line short enough for lists.

const longestSubject = 72;

/** Words that start a description or name a part: "A frame keeps …", "What …", "Widget …". */
const notVerbs = new Set(
  (
    'a an the this that these those it its he she they we you one two three some any all both each every no none ' +
    'what which who whose when while where how why if as at by in on of for from to with within without into out ' +
    'over under after before between until since through also only not and or but so then there here more less ' +
    'new old next last first second same other another ' +
    'amount api bonus browser captcha catalogue command connector contract currency dashboard database demo docs ' +
    'documentation english error failure frame journey language ledger money operator payment payout ' +
    'player property provider sandbox schema server session story suite text ui wallet webhook widget ' +
    'withdrawal'
  ).split(' '),
);

/** Verbs that look like a past, continuous or third-person form but aren't. */
const verbsAsTheyAre =
  /^(Bring|Embed|Feed|Heed|Ping|Need|Seed|Speed|Exceed|Proceed|Succeed|Shed|Spring|String|Ring|Sing|Swing|Focus|Bias|Canvas|Alias|.*ss)$/;

/** Returns the problems of a commit message, worded to follow its subject; none if it is valid. */
export function checkCommitMessage(message: string): string[] {
  const [subject = '', second = ''] = message.split('\n');
  const problems: string[] = [];
  if (subject.length > longestSubject) {
    problems.push(`the subject has ${subject.length} characters, ${longestSubject} at most`);
  }
  if (second.trim() !== '') problems.push('there is no blank line after the subject');
  if (subject.endsWith('.')) problems.push('the subject ends with a full stop');
  if (subject.includes('; ')) problems.push('the subject has a second reason after a semicolon');
  if (!isImperative(subject)) {
    problems.push('the subject does not start with an imperative, such as "Keep …" or "Say …"');
  }
  return problems;
}

function isImperative(subject: string): boolean {
  const [first = ''] = subject.split(' ');
  // "Docs: …" names the place, which the commit's files already show.
  if (!/^[A-Z][a-z]+(['’-][a-z]+)*$/.test(first) || notVerbs.has(first.toLowerCase())) return false;
  return verbsAsTheyAre.test(first) || !/(ed|ing|s)$/.test(first);
}
