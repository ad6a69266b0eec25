// What the message of a commit must hold: one reason, said as an imperative, in a line that lists show whole.

const longestSubject = 72;

/** Words that begin a description or name a part: "A frame keeps …", "What …", "Widget …". */
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

/** Verbs that only look like a past, a continuous or a third-person form. */
const verbsAsTheyAre =
  /^(Bring|Embed|Feed|Heed|Ping|Need|Seed|Speed|Exceed|Proceed|Succeed|Shed|Spring|String|Ring|Sing|Swing|Focus|Bias|Canvas|Alias|.*ss)$/;

/** What is wrong with a commit's message, in words that go behind its subject; nothing when it is right. */
export function checkCommitMessage(message: string): string[] {
  const [subject = '', second = ''] = message.split('\n');
  const problems: string[] = [];
  if (subject.length > longestSubject) {
    problems.push(`the subject has ${subject.length} characters, ${longestSubject} at most`);
  }
  if (second.trim() !== '') problems.push('no blank line stands after the subject');
  if (subject.endsWith('.')) problems.push('the subject ends in a full stop');
  if (subject.includes('; ')) problems.push('the subject gives a second reason after a semicolon');
  if (!isImperative(subject)) {
    problems.push('the subject starts with no imperative, such as "Keep …" or "Say …"');
  }
  return problems;
}

function isImperative(subject: string): boolean {
  const [first = ''] = subject.split(' ');
  // "Docs: …" says where; the files of the commit say that already.
  if (!/^[A-Z][a-z]+(['’-][a-z]+)*$/.test(first) || notVerbs.has(first.toLowerCase())) return false;
  return verbsAsTheyAre.test(first) || !/(ed|ing|s)$/.test(first);
}
